-- Units by span of dates in which no column of this table changed.
with placed as (
    select
        units.unit_id,
        coalesce(units.unit_name, 'Unit ' || units.unit_id) as unit_name,
        coalesce(units.building_id, names.building_id, -1) as building_id,
        units.unit_type_id,
        lower(trim(units.unit_type_name)) as unit_type_key,
        units.is_bookable,
        units.loaded_on,
        units.replaced_on
    from {{ ref('stg_pms__unit_versions') }} as units
    left join {{ building_names() }} as names on lower(trim(units.building_name)) = names.building_key
),

versions as (
    select
        placed.unit_id,
        placed.loaded_on as known_from,
        placed.replaced_on as known_to,
        placed.unit_name,
        placed.building_id,
        coalesce(placed.unit_type_id, of_building.unit_type_id, of_any.unit_type_id, -1) as unit_type_id,
        placed.is_bookable
    from placed
    {{ with_named_types('placed', 'placed.building_id') }}
)

select
    spans.unit_id,
    spans.known_from as valid_from,
    spans.known_to as valid_to,
    spans.unit_name,
    spans.building_id,
    spans.unit_type_id,
    spans.is_bookable
from (
    {{ known_changes('versions', 'unit_id', ['unit_name', 'building_id', 'unit_type_id', 'is_bookable']) }}
) as spans
left join {{ ref('int_buildings') }} as buildings on spans.building_id = buildings.building_id
left join {{ ref('int_units') }} as units on spans.unit_id = units.unit_id
-- A span in no known building is left out with its unit.
where not coalesce(buildings.is_excluded, units.is_excluded, false)
