{{ config(materialized='view') }}

-- One row for each night of the spans of units.
with unfolded as (
    select
        *,
        {{ unfold(days_between('start_date', 'end_date')) }} as night_number
    from {{ ref('int_unit_spans') }}
)

select
    unit_id,
    {{ add_days('start_date', 'night_number') }} as night_date,
    building_id,
    unit_type_id,
    state,
    room_stay_id,
    is_conflict
from unfolded
