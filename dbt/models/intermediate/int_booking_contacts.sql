-- The contact of each booking that has one. A table of its own, so that whose an account is need not be computed again
-- each time that a booking changes.
-- It is computed from the room stays, because the flat shape of the booking list has no row for a booking.
select
    booking_id,
    min(booking_reference) as booking_reference,
    min(contact_id) as contact_id
from {{ ref('stg_pms__room_stays') }}
group by booking_id
having min(contact_id) is not null
