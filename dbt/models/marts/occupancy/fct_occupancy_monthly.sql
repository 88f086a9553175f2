{% set nights = [
    'inventory_nights', 'closed_nights', 'out_of_order_nights', 'available_nights', 'available_nights_net_ooo',
    'occupied_nights', 'tentative_nights', 'vacant_nights', 'conflict_nights', 'sold_nights', 'arrivals', 'departures',
] %}
{% set revenues = [
    'room_revenue_net', 'room_revenue_vat', 'room_revenue_gross', 'extras_revenue_net', 'day_use_revenue_net',
] %}

with months as (
    select
        month,
        building_id,
        {% for figure in nights -%}
        cast(sum({{ figure }}) as bigint) as {{ figure }},
        {% endfor -%}
        {{ from_cents('sum(net_cents)') }} as room_revenue_net,
        {{ from_cents('sum(vat_cents)') }} as room_revenue_vat,
        {{ from_cents('sum(net_cents) + sum(vat_cents)') }} as room_revenue_gross,
        {{ from_cents('sum(extras_cents)') }} as extras_revenue_net,
        {{ from_cents('sum(day_use_cents)') }} as day_use_revenue_net
    from {{ ref('int_occupancy_months') }}
    group by month, building_id
)

select
    months.month,
    months.building_id,
    buildings.building_name,
    buildings.currency_code,
    {% for figure in nights + revenues -%}
    months.{{ figure }},
    {% endfor -%}
    {{ ratio('occupied_nights', 'available_nights') }} as occupancy_rate,
    {{ ratio('occupied_nights', 'available_nights_net_ooo') }} as occupancy_rate_net_ooo,
    {{ money_per('room_revenue_net', 'sold_nights') }} as adr,
    {{ money_per('room_revenue_net', 'available_nights') }} as revpar,
    {{ money_per('room_revenue_net + extras_revenue_net', 'available_nights') }} as trevpar
from months
left join {{ ref('dim_buildings') }} as buildings on months.building_id = buildings.building_id
