{%- set counts = [
    'inventory_nights', 'closed_nights', 'out_of_order_nights', 'available_nights', 'available_nights_net_ooo',
    'occupied_nights', 'tentative_nights', 'vacant_nights', 'conflict_nights', 'sold_nights', 'arrivals', 'departures',
] -%}
{%- set amounts = [
    'room_revenue_net', 'room_revenue_vat', 'room_revenue_gross', 'extras_revenue_net', 'day_use_revenue_net',
] -%}
with months as (
    select
        {{ month_of('night_date') }} as month,
        building_id,
        building_name,
        currency_code,
        {% for column in counts -%}
        cast(sum({{ column }}) as bigint) as {{ column }},
        {% endfor -%}
        {% for column in amounts -%}
        cast(sum({{ column }}) as decimal(18, 2)) as {{ column }}{{ "," if not loop.last }}
        {% endfor %}
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
