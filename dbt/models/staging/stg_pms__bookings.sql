-- One row per booking, computed from its room stays: the flat shape of the booking list has no row for a booking.
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
