-- The number and the money of the nights of each stay are those of the stay, to the cent.
with nights as (
    select
        room_stay_id,
        sum(nights) as rows_found,
        min(first_night) as first_night,
        sum(net_cents) as net_cents,
        sum(vat_cents) as vat_cents,
        sum(extras_net_cents) as extras_net_cents
    from {{ ref('int_night_totals') }}
    group by room_stay_id
),

stays as (
    select *
    from {{ ref('int_room_stays') }}
    where occupancy_state in ('occupied', 'tentative') and start_date is not null and end_date is not null
)

select
    coalesce(stays.room_stay_id, nights.room_stay_id) as room_stay_id,
    stays.nights as nights_of_stay,
    nights.rows_found,
    stays.net_cents,
    nights.net_cents as net_cents_found
from stays
full outer join nights on stays.room_stay_id = nights.room_stay_id
where
    greatest(stays.nights, 1) is distinct from nights.rows_found
    or stays.start_date is distinct from nights.first_night
    or stays.net_cents is distinct from nights.net_cents
    or stays.vat_cents is distinct from nights.vat_cents
    or stays.extras_net_cents is distinct from nights.extras_net_cents
