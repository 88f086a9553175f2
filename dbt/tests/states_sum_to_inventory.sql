-- Every unit-night of supply has one state: day by day the states sum to the inventory, which is the lives of the
-- units.
with lives as (
    select
        building_id,
        unit_type_id,
        sum({{ days_between('start_date', 'end_date') }}) as nights
    from {{ ref('int_unit_lives') }}
    where start_date < end_date
    group by building_id, unit_type_id
),

counted as (
    select
        building_id,
        unit_type_id,
        sum(inventory_nights) as nights,
        sum(closed_nights + out_of_order_nights + occupied_nights + tentative_nights + vacant_nights)
            as nights_by_state,
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
    counted.nights_by_state,
    counted.days_off
from lives
full outer join counted on lives.building_id = counted.building_id and lives.unit_type_id = counted.unit_type_id
where
    coalesce(lives.nights, 0) <> coalesce(counted.nights, 0)
    or coalesce(counted.nights, 0) <> coalesce(counted.nights_by_state, 0)
    or counted.days_off > 0
