-- Every unit-night of supply has one state: day by day the states sum to the inventory, which is the lives of the
-- units; each state has the nights that its spans have.
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
        unit_type_id,
        sum(nights) filter (where state = 'closed') as closed_nights,
        sum(nights) filter (where state = 'out_of_order') as out_of_order_nights,
        sum(nights) filter (where state = 'occupied') as occupied_nights,
        sum(nights) filter (where state = 'tentative') as tentative_nights,
        sum(nights) filter (where state = 'vacant') as vacant_nights
    from (
        select
            *,
            {{ days_between('start_date', 'end_date') }} as nights
        from {{ ref('int_unit_spans') }}
    ) as lengths
    group by building_id, unit_type_id
),

counted as (
    select
        building_id,
        unit_type_id,
        sum(inventory_nights) as nights,
        sum(closed_nights) as closed_nights,
        sum(out_of_order_nights) as out_of_order_nights,
        sum(occupied_nights) as occupied_nights,
        sum(tentative_nights) as tentative_nights,
        sum(vacant_nights) as vacant_nights,
        count(*) filter (
            where inventory_nights
            <> closed_nights + out_of_order_nights + occupied_nights + tentative_nights + vacant_nights
        ) as days_off
    from {{ ref('fct_occupancy_daily') }}
    group by building_id, unit_type_id
)

select
    coalesce(lives.building_id, counted.building_id) as building_id,
    coalesce(lives.unit_type_id, counted.unit_type_id) as unit_type_id,
    lives.nights as nights_of_lives,
    counted.nights as inventory_nights,
    spans.closed_nights as closed_nights_of_spans,
    counted.closed_nights,
    spans.out_of_order_nights as out_of_order_nights_of_spans,
    counted.out_of_order_nights,
    spans.occupied_nights as occupied_nights_of_spans,
    counted.occupied_nights,
    spans.tentative_nights as tentative_nights_of_spans,
    counted.tentative_nights,
    spans.vacant_nights as vacant_nights_of_spans,
    counted.vacant_nights,
    counted.days_off
from lives
full outer join counted on lives.building_id = counted.building_id and lives.unit_type_id = counted.unit_type_id
left join spans on lives.building_id = spans.building_id and lives.unit_type_id = spans.unit_type_id
where
    coalesce(lives.nights, 0) <> coalesce(counted.nights, 0)
    or counted.days_off > 0
    or coalesce(spans.closed_nights, 0) <> coalesce(counted.closed_nights, 0)
    or coalesce(spans.out_of_order_nights, 0) <> coalesce(counted.out_of_order_nights, 0)
    or coalesce(spans.occupied_nights, 0) <> coalesce(counted.occupied_nights, 0)
    or coalesce(spans.tentative_nights, 0) <> coalesce(counted.tentative_nights, 0)
    or coalesce(spans.vacant_nights, 0) <> coalesce(counted.vacant_nights, 0)
