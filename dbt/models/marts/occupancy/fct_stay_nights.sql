{{ config(materialized='view') }}

select
    stays.room_stay_id,
    nights.night_date,
    stays.unit_id,
    stays.unit_type_id,
    stays.building_id,
    stays.booking_id,
    stays.room_stay_status,
    stays.occupancy_state,
    stays.channel_id,
    stays.market_segment_id,
    {{ from_cents('nights.net_cents') }} as net_amount,
    {{ from_cents('nights.vat_cents') }} as vat_amount,
    {{ from_cents('nights.net_cents + nights.vat_cents') }} as gross_amount,
    stays.currency_code,
    stays.is_residential
from {{ ref('int_nights') }} as nights
inner join {{ ref('int_room_stays') }} as stays on nights.room_stay_id = stays.room_stay_id
where not stays.is_day_use
