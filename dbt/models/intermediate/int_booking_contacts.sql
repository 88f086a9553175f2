-- The contact of each booking that has one. A table of its own, so that whose an account is need not be computed again
-- each time that a booking changes.
select
    booking_id,
    booking_reference,
    contact_id
from {{ ref('stg_pms__bookings') }}
where contact_id is not null
