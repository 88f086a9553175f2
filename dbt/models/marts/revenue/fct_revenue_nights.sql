{{ config(materialized='view') }}

select
    room_stay_id,
    night_date,
    unit_id,
    unit_type_id,
    building_id,
    booking_id,
    channel_id,
    market_segment_id,
    is_day_use,
    is_residential,
    {{ from_cents('net_cents') }} as room_net,
    {{ from_cents('vat_cents') }} as room_vat,
    {{ from_cents('net_cents + vat_cents') }} as room_gross,
    {{ from_cents('extras_net_cents') }} as extras_net,
    {{ from_cents('extras_vat_cents') }} as extras_vat,
    currency_code
from {{ ref('int_nights') }}
where occupancy_state = 'occupied'
