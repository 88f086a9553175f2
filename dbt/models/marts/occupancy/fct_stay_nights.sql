{{ config(materialized='view') }}

select
    room_stay_id,
    night_date,
    unit_id,
    unit_type_id,
    building_id,
    booking_id,
    room_stay_status,
    occupancy_state,
    channel_id,
    market_segment_id,
    {{ from_cents('net_cents') }} as net_amount,
    {{ from_cents('vat_cents') }} as vat_amount,
    {{ from_cents('net_cents + vat_cents') }} as gross_amount,
    currency_code,
    is_residential
from {{ ref('int_nights') }}
where not is_day_use
