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
    lives.start_date as supply_from,
    lives.end_date as supply_to
from {{ ref('int_units') }} as units
left join {{ ref('int_unit_lives') }} as lives
    on units.unit_id = lives.unit_id and lives.start_date < lives.end_date
where not units.is_excluded
