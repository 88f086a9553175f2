-- One row per booking in either shape: where there is no row of its own, it is what its room stays say together.
select
    booking_id,
    min(booking_reference) as booking_reference,
    min(contact_id) as contact_id,
    min(channel_id) as channel_id,
    min(market_segment_id) as market_segment_id,
    min(currency_code) as currency_code,
    min(created_at) as created_at,
    count(*) as room_stay_count
from {{ ref('stg_pms__room_stays') }}
group by booking_id
