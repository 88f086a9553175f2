{% set states = ['closed', 'out_of_order', 'occupied', 'tentative', 'vacant'] %}

-- Every unit-night of supply has one state. The states of each day sum to the inventory; the inventory, by day and by
-- month, is the nights of the units' lives; and each state has as many nights as its spans.
with lives as (
    select
        building_id,
        unit_type_id,
        sum({{ days_between('start_date', 'end_date') }}) as nights
    from {{ ref('int_unit_lives') }}
    where start_date < end_date
    group by building_id, unit_type_id
),

spans as (
    select
        building_id,
        {% for state in states -%}
        sum({{ days_between('start_date', 'end_date') }}) filter (where state = '{{ state }}') as {{ state }}_nights,
        {% endfor -%}
        unit_type_id
    from {{ ref('int_unit_spans') }}
    group by building_id, unit_type_id
),

counted as (
    select
        building_id,
        unit_type_id,
        sum(inventory_nights) as nights,
        {% for state in states -%}
        sum({{ state }}_nights) as {{ state }}_nights,
        {% endfor -%}
        count(*) filter (
            where inventory_nights
            <> {{ states | join('_nights + ') }}_nights
        ) as days_off
    from {{ ref('int_occupancy_days') }}
    group by building_id, unit_type_id
),

months as (
    select
        building_id,
        unit_type_id,
        sum(inventory_nights) as nights,
        sum({{ states | join('_nights + ') }}_nights) as nights_of_states
    from {{ ref('int_occupancy_months') }}
    group by building_id, unit_type_id
)

select
    coalesce(lives.building_id, counted.building_id) as building_id,
    coalesce(lives.unit_type_id, counted.unit_type_id) as unit_type_id,
    lives.nights as nights_of_lives,
    counted.nights as inventory_nights,
    {% for state in states -%}
    spans.{{ state }}_nights as {{ state }}_nights_of_spans,
    counted.{{ state }}_nights,
    {% endfor -%}
    counted.days_off,
    months.nights as inventory_nights_of_months
from lives
full outer join counted on lives.building_id = counted.building_id and lives.unit_type_id = counted.unit_type_id
left join spans on lives.building_id = spans.building_id and lives.unit_type_id = spans.unit_type_id
left join months on lives.building_id = months.building_id and lives.unit_type_id = months.unit_type_id
where
    coalesce(lives.nights, 0) <> coalesce(counted.nights, 0)
    or counted.days_off > 0
    or coalesce(lives.nights, 0) <> coalesce(months.nights, 0)
    or coalesce(lives.nights, 0) <> coalesce(months.nights_of_states, 0)
    {% for state in states -%}
    or coalesce(spans.{{ state }}_nights, 0) <> coalesce(counted.{{ state }}_nights, 0)
    {% endfor -%}
