with lives as (
    select
        unit_id,
        min(start_date) as start_date,
        max(end_date) as end_date
    from {{ ref('int_unit_lives') }}
    where start_date < end_date
    group by unit_id
)

select
    units.unit_id,
    units.unit_name,
    units.building_id,
    units.unit_type_id,
    units.is_bookable,
    units.unit_status,
    units.max_occupancy,
    units.available_from,
    units.available_to,
    units.removed_on,
    lives.start_date as supply_from,
    lives.end_date as supply_to
from {{ ref('int_units') }} as units
left join lives on units.unit_id = lives.unit_id
where not units.is_excluded
