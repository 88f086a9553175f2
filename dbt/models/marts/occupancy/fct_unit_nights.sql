{{ config(materialized='view') }}

select
    unit_id,
    night_date,
    building_id,
    unit_type_id,
    state,
    room_stay_id,
    is_conflict
from {{ ref('int_unit_nights') }}
