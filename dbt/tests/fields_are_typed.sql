{{ config(severity='warn') }}
-- A field that cannot be read is null in the marts: the rows are in quality.fct_untyped_fields.
select
    stream,
    record_key,
    field,
    times -- and not the value: what is warned of stands in logs
from {{ ref('fct_untyped_fields') }}
order by 1, 2, 3
