{{ config(materialized='view') }}

select
    nights.room_stay_id,
    nights.night_date,
    stays.unit_id,
    stays.unit_type_id,
    stays.building_id,
    stays.booking_id,
    stays.channel_id,
    stays.market_segment_id,
    stays.is_day_use,
    stays.is_residential,
    {{ from_cents('nights.net_cents') }} as room_net,
    {{ from_cents('nights.vat_cents') }} as room_vat,
    {{ from_cents('nights.net_cents + nights.vat_cents') }} as room_gross,
    {{ from_cents('nights.extras_net_cents') }} as extras_net,
    {{ from_cents('nights.extras_vat_cents') }} as extras_vat,
    stays.currency_code
from {{ ref('int_nights') }} as nights
inner join {{ ref('int_room_stays') }} as stays on nights.room_stay_id = stays.room_stay_id
where stays.occupancy_state = 'occupied'
