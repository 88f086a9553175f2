{{ config(materialized='view') }}

select
    tenancy_id,
    contact_id,
    unit_id,
    building_id,
    last_end_date as departure_date,
    nights,
    is_residential
from {{ ref('fct_tenancies') }}
where nights > 0
