-- One amount of money three times: of the stays, by night and by month.
with nights as (
    select
        currency_code,
        {{ from_cents('sum(net_cents)') }} as room_net,
        {{ from_cents('sum(extras_net_cents)') }} as extras_net
    from {{ ref('int_night_totals') }}
    where occupancy_state = 'occupied'
    group by currency_code
),

months as (
    select
        currency_code,
        sum(room_earned_net) as room_net,
        sum(extras_earned_net) as extras_net
    from {{ ref('fct_revenue_monthly') }}
    group by currency_code
),

stays as (
    select
        currency_code,
        {{ from_cents('sum(net_cents)') }} as room_net,
        {{ from_cents('sum(extras_net_cents)') }} as extras_net
    from {{ ref('int_room_stays') }}
    where occupancy_state = 'occupied' and start_date is not null and end_date is not null
    group by currency_code
)

select
    stays.currency_code,
    stays.room_net as room_net_of_stays,
    nights.room_net as room_net_of_nights,
    months.room_net as room_net_of_months
from stays
left join nights on stays.currency_code = nights.currency_code
left join months on stays.currency_code = months.currency_code
where
    stays.room_net is distinct from nights.room_net
    or stays.room_net is distinct from months.room_net
    or stays.extras_net is distinct from nights.extras_net
    or stays.extras_net is distinct from months.extras_net
