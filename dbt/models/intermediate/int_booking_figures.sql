-- Our figures of the bookings whose price or summary was read, in cents, with the time at which a part of the booking
-- was last seen to change.
with charges as (
    select * from {{ ref('int_booking_charges') }}
),

stays as (
    select
        booking_id,
        sum(net_cents + extras_net_cents) filter (where room_stay_status is distinct from 'CANCELLED') as net_cents,
        sum(net_cents + extras_net_cents) as net_with_cancelled_cents,
        sum(net_cents + extras_net_cents) filter (where occupancy_state in ('occupied', 'tentative'))
            as net_held_cents,
        sum(net_cents + extras_net_cents) filter (where occupancy_state = 'occupied') as net_sold_cents,
        sum(net_cents) filter (where room_stay_status is distinct from 'CANCELLED') as net_rooms_cents,
        sum(net_cents + vat_cents + extras_net_cents + extras_vat_cents) filter (
            where room_stay_status is distinct from 'CANCELLED'
        ) as gross_cents
    from {{ ref('int_room_stays') }}
    where booking_id in (select charges.booking_id from charges)
    group by booking_id
),

-- A stay that was moved from a booking to another one, or deleted, is a change of the booking, too.
changed as (
    select
        stays.booking_id,
        max(loads.seen_at) as changed_at
    from {{ ref('stg_pms__room_stay_versions') }} as stays
    inner join {{ ref('stg_pms__booking_loads') }} as loads on stays.record_key = loads.record_key
    where stays.booking_id in (select charges.booking_id from charges)
    group by stays.booking_id
)

select
    stays.booking_id,
    charges.currency_code,
    greatest(changed.changed_at, charges.changed_at) as changed_at,
    coalesce(stays.net_cents, 0) as net_cents,
    coalesce(stays.net_with_cancelled_cents, 0) as net_with_cancelled_cents,
    coalesce(stays.net_held_cents, 0) as net_held_cents,
    coalesce(stays.net_sold_cents, 0) as net_sold_cents,
    coalesce(stays.net_rooms_cents, 0) as net_rooms_cents,
    coalesce(stays.gross_cents, 0) as gross_cents,
    charges.charged_cents,
    charges.charged_with_drafts_cents,
    charges.credited_cents,
    charges.paid_cents,
    charges.paid_on_live_cents
from stays
inner join changed on stays.booking_id = changed.booking_id
inner join charges on stays.booking_id = charges.booking_id
