{{ config(materialized='view') }}

select
    tenancy_id,
    contact_id,
    unit_id,
    building_id,
    first_start_date,
    last_end_date,
    nights,
    stay_count,
    is_residential
from {{ ref('int_tenancies') }}
