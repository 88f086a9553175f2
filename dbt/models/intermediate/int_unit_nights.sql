{{ config(
    materialized='incremental',
    incremental_strategy='append',
    pre_hook="{{ drop_old_inputs(ref('int_unit_spans')) }}",
) }}

-- The spans of units, night by night.
with spans as (
    select *
    from {{ ref('int_unit_spans') }}
    where {{ not_held('fingerprint', sample='held.night_number = 0') }}
),

unfolded as (
    select
        *,
        {{ unfold(days_between('start_date', 'end_date')) }} as night_number
    from spans
)

select
    unit_id,
    {{ add_days('start_date', 'night_number') }} as night_date,
    building_id,
    unit_type_id,
    state,
    room_stay_id,
    is_conflict,
    night_number,
    fingerprint
from unfolded
