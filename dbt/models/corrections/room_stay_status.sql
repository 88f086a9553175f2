-- Stays under way whose guest has checked in, while the room stay still has an earlier status.
select distinct
    stays.booking_id,
    stays.room_stay_id,
    'CHECKED_IN' as room_stay_status
from {{ ref('fct_room_stays') }} as stays
inner join {{ ref('stg_pms__guest_stays') }} as guests on stays.room_stay_id = guests.room_stay_id
where
    guests.guest_stay_status = 'CHECKED_IN'
    and stays.room_stay_status in ('PENDING', 'CONFIRMED')
    -- A negative id is made of the booking's reference: the service does not know it.
    and stays.booking_id > 0
    and stays.start_date <= {{ today() }}
    and stays.end_date > {{ today() }}
