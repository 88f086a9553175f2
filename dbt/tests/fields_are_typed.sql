{{ config(severity='warn') }}
-- A field that does not fit its type is null in the marts. quality.fct_untyped_fields lists these fields.
select
    stream,
    record_key,
    field,
    times -- not the value, because rows of a failing test are written to logs
from {{ ref('fct_untyped_fields') }}
order by 1, 2, 3
