-- closing = opening + invoiced - earned in every row of a building and of a stay. For a building, the amounts are the
-- sums of its stays, each opening is the closing of the month before, and a balance is carried to the running month.
with bridge as (
    select
        *,
        lag(deferred_closing, 1, 0) over (partition by building_id, currency_code order by month) as previous_closing,
        lead(month) over (partition by building_id, currency_code order by month) as next_month
    from {{ ref('fct_revenue_monthly') }}
),

summed as (
    select
        month,
        building_id,
        currency_code,
        sum(invoiced_net) as invoiced_net,
        sum(room_earned_net) as room_earned_net,
        sum(extras_earned_net) as extras_earned_net,
        count(*) filter (
            where deferred_closing <> deferred_opening + invoiced_net - room_earned_net - extras_earned_net
        ) as stays_off
    from {{ ref('fct_revenue_bridge_stays') }}
    group by month, building_id, currency_code
)

select
    coalesce(bridge.month, summed.month) as month,
    coalesce(bridge.building_id, summed.building_id) as building_id,
    coalesce(bridge.currency_code, summed.currency_code) as currency_code,
    bridge.deferred_opening,
    bridge.previous_closing,
    bridge.deferred_closing,
    bridge.invoiced_net,
    summed.invoiced_net as invoiced_net_of_stays,
    bridge.room_earned_net + bridge.extras_earned_net as earned_net,
    summed.room_earned_net + summed.extras_earned_net as earned_net_of_stays,
    summed.stays_off
from bridge
full outer join summed
    on
        bridge.month = summed.month
        and bridge.building_id = summed.building_id
        and bridge.currency_code = summed.currency_code
where
    bridge.month is null
    or bridge.deferred_closing
    <> bridge.deferred_opening + bridge.invoiced_net - bridge.room_earned_net - bridge.extras_earned_net
    or bridge.deferred_opening <> bridge.previous_closing
    or (bridge.deferred_closing <> 0 and bridge.next_month is null and bridge.month < {{ this_month() }})
    or bridge.invoiced_net <> coalesce(summed.invoiced_net, 0)
    or bridge.room_earned_net <> coalesce(summed.room_earned_net, 0)
    or bridge.extras_earned_net <> coalesce(summed.extras_earned_net, 0)
    or summed.stays_off > 0
