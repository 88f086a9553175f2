{{ config(materialized='view') }}
-- Net amount of stays that have departed beside the amount invoiced for them, in cents.
with invoiced as (
    select * from {{ ref('int_invoiced_stays') }}
),

-- Stays of which any posted invoice has an item, in whatever currency.
posted as (
    select distinct room_stay_id
    from invoiced
    where room_stay_id is not null and cents is not null
),

compared as (
    select
        stays.room_stay_id,
        stays.currency_code,
        stays.net_cents as our_cents,
        coalesce(invoiced.cents, 0) as their_cents,
        invoiced.cents is null as has_none,
        posted.room_stay_id is not null as has_any,
        invoiced.unposted_cents,
        invoiced.void_cents
    from {{ ref('int_room_stays') }} as stays
    left join invoiced on stays.room_stay_id = invoiced.room_stay_id and stays.currency_code = invoiced.currency_code
    left join posted on stays.room_stay_id = posted.room_stay_id
    where stays.room_stay_status = 'CHECKED_OUT'
)

select
    'net of stays that have left' as measure,
    'invoiced for the room stay' as compared_with,
    room_stay_id,
    currency_code,
    our_cents,
    their_cents,
    case
        when has_none and unposted_cents is not null or abs(our_cents - their_cents - unposted_cents) <= 1
            then 'an invoice of the stay is not posted yet'
        when has_none and void_cents is not null or abs(our_cents - their_cents - void_cents) <= 1
            then 'an invoice of the stay is void'
        when not has_none then 'not told'
        when has_any then 'the stay is invoiced in another currency'
        else 'no invoice names the stay'
    end as cause
from compared
-- If no item names a stay, there is nothing to compare with.
where (select count(*) from posted) > 0
