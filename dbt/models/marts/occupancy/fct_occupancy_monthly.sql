{% set nights = [
    'inventory_nights', 'closed_nights', 'out_of_order_nights', 'available_nights', 'available_nights_net_ooo',
    'occupied_nights', 'tentative_nights', 'vacant_nights', 'conflict_nights', 'sold_nights', 'arrivals', 'departures',
] %}
{% set cents = ['net_cents', 'vat_cents', 'extras_cents', 'day_use_cents'] %}
{% set revenues = [
    'room_revenue_net', 'room_revenue_vat', 'room_revenue_gross', 'extras_revenue_net', 'day_use_revenue_net',
] %}

-- The days of a month of a building and unit type have one fingerprint: they are summed up by that, then by building.
with sums as (
    select
        {% for figure in nights + cents -%}
        sum({{ figure }}) as {{ figure }},
        {% endfor -%}
        fingerprint
    from {{ ref('int_occupancy_days') }}
    group by fingerprint
),

months as (
    select
        inputs.month,
        inputs.building_id,
        {% for figure in nights -%}
        cast(sum(sums.{{ figure }}) as bigint) as {{ figure }},
        {% endfor -%}
        {{ from_cents('sum(sums.net_cents)') }} as room_revenue_net,
        {{ from_cents('sum(sums.vat_cents)') }} as room_revenue_vat,
        {{ from_cents('sum(sums.net_cents) + sum(sums.vat_cents)') }} as room_revenue_gross,
        {{ from_cents('sum(sums.extras_cents)') }} as extras_revenue_net,
        {{ from_cents('sum(sums.day_use_cents)') }} as day_use_revenue_net
    from sums
    inner join {{ ref('int_occupancy_inputs') }} as inputs on sums.fingerprint = inputs.fingerprint
    group by inputs.month, inputs.building_id
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
