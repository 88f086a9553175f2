{{ config(severity='warn') }}
-- A field that cannot be read is null in the marts: the rows are in quality.fct_untyped_fields.
select *
from {{ ref('fct_untyped_fields') }}
