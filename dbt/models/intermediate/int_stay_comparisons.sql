{{ config(materialized='view') }}
-- Net amount of stays that have departed beside the amount invoiced for them, in cents.
select
    'net of stays that have left' as measure,
    'invoiced for the room stay' as compared_with,
    stays.room_stay_id,
    stays.currency_code,
    stays.net_cents as our_cents,
    coalesce(invoiced_stays.cents, 0) as their_cents,
    case when invoiced_stays.cents is null then 'no invoice names the stay' else 'not told' end as cause
from {{ ref('int_room_stays') }} as stays
left join {{ ref('int_invoiced_stays') }} as invoiced_stays
    on stays.room_stay_id = invoiced_stays.room_stay_id and stays.currency_code = invoiced_stays.currency_code
where
    stays.room_stay_status = 'CHECKED_OUT'
    -- If no item names a stay, there is nothing to compare with.
    and (select count(billed.room_stay_id) from {{ ref('int_invoiced_stays') }} as billed) > 0
