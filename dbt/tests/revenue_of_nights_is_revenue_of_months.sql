-- The revenue earned in a month of a building is the sum over its nights. The test nights_are_those_of_the_stays
-- compares the nights with the stays.
with nights as (
    select
        month,
        building_id,
        currency_code,
        {{ from_cents('sum(net_cents)') }} as room_net,
        {{ from_cents('sum(extras_net_cents)') }} as extras_net
    from {{ ref('int_night_totals') }}
    where occupancy_state = 'occupied'
    group by month, building_id, currency_code
)

select
    coalesce(nights.month, months.month) as month,
    coalesce(nights.building_id, months.building_id) as building_id,
    coalesce(nights.currency_code, months.currency_code) as currency_code,
    nights.room_net as room_net_of_nights,
    months.room_earned_net as room_net_of_months,
    nights.extras_net as extras_net_of_nights,
    months.extras_earned_net as extras_net_of_months
from nights
full outer join {{ ref('fct_revenue_monthly') }} as months
    on
        nights.month = months.month
        and nights.building_id = months.building_id
        and nights.currency_code = months.currency_code
where
    coalesce(months.room_earned_net, 0) <> coalesce(nights.room_net, 0)
    or coalesce(months.extras_earned_net, 0) <> coalesce(nights.extras_net, 0)
