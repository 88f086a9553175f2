with months as (
    select
        {{ month_of('night_date') }} as month,
        building_id,
        building_name,
        currency_code,
        cast(sum(inventory_nights) as bigint) as inventory_nights,
        cast(sum(closed_nights) as bigint) as closed_nights,
        cast(sum(out_of_order_nights) as bigint) as out_of_order_nights,
        cast(sum(available_nights) as bigint) as available_nights,
        cast(sum(available_nights_net_ooo) as bigint) as available_nights_net_ooo,
        cast(sum(occupied_nights) as bigint) as occupied_nights,
        cast(sum(tentative_nights) as bigint) as tentative_nights,
        cast(sum(vacant_nights) as bigint) as vacant_nights,
        cast(sum(conflict_nights) as bigint) as conflict_nights,
        cast(sum(sold_nights) as bigint) as sold_nights,
        cast(sum(arrivals) as bigint) as arrivals,
        cast(sum(departures) as bigint) as departures,
        cast(sum(room_revenue_net) as decimal(18, 2)) as room_revenue_net,
        cast(sum(room_revenue_vat) as decimal(18, 2)) as room_revenue_vat,
        cast(sum(room_revenue_gross) as decimal(18, 2)) as room_revenue_gross,
        cast(sum(extras_revenue_net) as decimal(18, 2)) as extras_revenue_net,
        cast(sum(day_use_revenue_net) as decimal(18, 2)) as day_use_revenue_net
    from {{ ref('fct_occupancy_daily') }}
    group by {{ month_of('night_date') }}, building_id, building_name, currency_code
)

select
    *,
    {{ ratio('occupied_nights', 'available_nights') }} as occupancy_rate,
    {{ ratio('occupied_nights', 'available_nights_net_ooo') }} as occupancy_rate_net_ooo,
    {{ money_per('room_revenue_net', 'sold_nights') }} as adr,
    {{ money_per('room_revenue_net', 'available_nights') }} as revpar,
    {{ money_per('room_revenue_net + extras_revenue_net', 'available_nights') }} as trevpar
from months
