{{ config(materialized='view') }}
-- Net amount of stays that have departed beside the amount invoiced for them, in cents.
with invoiced_otherwise as (
    select distinct stays.room_stay_id
    from {{ ref('int_invoiced_stays') }} as invoiced
    inner join {{ ref('int_room_stays') }} as stays on invoiced.room_stay_id = stays.room_stay_id
    where invoiced.cents is not null and invoiced.currency_code <> stays.currency_code
),

compared as (
    select
        stays.room_stay_id,
        stays.currency_code,
        stays.net_cents as our_cents,
        stays.extras_net_cents,
        coalesce(invoiced.cents, 0) as their_cents,
        invoiced.cents is null as has_none,
        invoiced_otherwise.room_stay_id is not null as is_invoiced_otherwise,
        invoiced.unposted_cents,
        invoiced.void_cents
    from {{ ref('int_room_stays') }} as stays
    left join {{ ref('int_invoiced_stays') }} as invoiced
        on stays.room_stay_id = invoiced.room_stay_id and stays.currency_code = invoiced.currency_code
    left join invoiced_otherwise on stays.room_stay_id = invoiced_otherwise.room_stay_id
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
        when abs(our_cents + extras_net_cents - their_cents) <= 1 then 'an item charges an extra without naming it'
        when not has_none then 'not told'
        when is_invoiced_otherwise then 'the stay is invoiced in another currency'
        else 'no invoice names the stay'
    end as cause
from compared
-- If no item names a stay, there is nothing to compare with.
where (
    select count(billed.cents) from {{ ref('int_invoiced_stays') }} as billed
    where billed.room_stay_id is not null
) > 0
