{{ config(
    materialized='incremental',
    pre_hook="{{ keep_up_with(place_inputs(), by='made_of') }}",
) }}

-- The building and unit type of every room stay, including stays in excluded buildings. Stays that changed, or whose
-- unit did, are computed again; if a building or a unit type changed, all stays are. `fingerprint` changes only if a
-- column of the result does.
{% set stays -%}
(
    select
        stays.*,
        inputs.fingerprint as made_of
    from {{ ref('stg_pms__room_stays') }} as stays
    inner join {{ lacking(place_inputs()) }} as inputs on stays.room_stay_id = inputs.room_stay_id
)
{%- endset %}
with places as (
    {{ stay_places(stays, ['room_stay_id', 'made_of']) }}
)

select
    *,
    {{ fingerprint([
        'room_stay_id', 'booking_id', 'booking_reference', 'building_id', 'unit_type_id', 'is_excluded', 'time_zone',
        'building_currency_code',
    ]) }} as fingerprint
from places
