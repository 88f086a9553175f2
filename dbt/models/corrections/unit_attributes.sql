-- Units that can still be booked after the last night of their life.
{{ config(schema='corrections', materialized='view') }}

select
    unit_id,
    false as bookable
from {{ ref('dim_units') }}
where is_bookable and removed_on is null and available_to < {{ today() }}
