-- Units, including deleted ones, with their building and type: the ids of the list, else the names of the list, else
-- the values of the unit's latest stay, else -1. So supply counts in the same place as the nights sold in it.
with units as (
    select * from {{ ref('stg_pms__units') }}
),

said_by_stays as (
    select
        unit_id,
        {{ at_max('unit_type_id', by_latest_stay()) }} as unit_type_id,
        {{ at_max('unit_type_name', by_latest_stay()) }} as unit_type_name,
        {{ at_max('building_id', by_latest_stay()) }} as building_id,
        {{ at_max('building_name', by_latest_stay()) }} as building_name
    from {{ ref('stg_pms__room_stays') }}
    where unit_id is not null
    group by unit_id
),

placed as (
    select
        units.*,
        said_by_stays.building_name as said_building_name,
        coalesce(units.building_id, named_buildings.building_id) is null as is_placed_by_stays,
        coalesce(
            units.building_id, named_buildings.building_id, said_by_stays.building_id, said_buildings.building_id, -1
        ) as known_building_id,
        coalesce(
            units.unit_type_id, case when named_types.unit_type_name is null then said_by_stays.unit_type_id end
        ) as known_unit_type_id,
        coalesce(named_types.unit_type_name, lower(trim(said_by_stays.unit_type_name))) as unit_type_key
    from units
    left join {{ building_names() }} as named_buildings
        on lower(trim(units.building_name)) = named_buildings.building_key
    -- A name that no type has says nothing of the unit.
    left join {{ ref('int_unit_type_names') }} as named_types
        on lower(trim(units.unit_type_name)) = named_types.unit_type_name and named_types.building_id = -1
    left join said_by_stays on units.unit_id = said_by_stays.unit_id
    left join {{ building_names() }} as said_buildings
        on lower(trim(said_by_stays.building_name)) = said_buildings.building_key
)

select
    placed.unit_id,
    coalesce(placed.unit_name, 'Unit ' || placed.unit_id) as unit_name,
    placed.known_building_id as building_id,
    coalesce(placed.known_unit_type_id, of_building.unit_type_id, of_any.unit_type_id, -1) as unit_type_id,
    placed.is_bookable,
    placed.unit_status,
    placed.max_occupancy,
    placed.available_from,
    placed.available_to,
    placed.removed_on,
    coalesce(
        case
            when placed.is_placed_by_stays
                then nullif(
                    {{ is_excluded_building(
                        'placed.known_building_id', 'coalesce(placed.building_name, placed.said_building_name)'
                    ) }}, false
                )
        end,
        buildings.is_excluded,
        {{ is_excluded_building('placed.known_building_id', 'placed.building_name') }},
        false
    ) as is_excluded
from placed
{{ with_named_types('placed', 'placed.known_building_id') }}
left join {{ ref('int_buildings') }} as buildings on placed.known_building_id = buildings.building_id
