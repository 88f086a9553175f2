with referenced as (
    select unit_type_id from {{ ref('int_room_stays') }}
    union
    select unit_type_id from {{ ref('dim_units_history') }}
    union
    select unit_type_id from {{ ref('int_units') }}
    where not is_excluded
),

-- A unit that is moved out of an excluded building may keep the type that it had there.
listed as (
    select
        types.unit_type_id,
        coalesce(types.unit_type_name, 'Unit type ' || types.unit_type_id) as unit_type_name,
        types.bedrooms,
        types.max_occupancy,
        case when not coalesce(buildings.is_excluded, false) then types.building_id end as building_id,
        types.removed_on
    from {{ ref('stg_pms__unit_types') }} as types
    left join {{ ref('int_buildings') }} as buildings on types.building_id = buildings.building_id
    where
        not coalesce(buildings.is_excluded, false)
        or types.unit_type_id in (select referenced.unit_type_id from referenced)
)

select * from listed
union all
select
    unit_type_id,
    case when unit_type_id = -1 then 'Not stated' else 'Unit type ' || unit_type_id end as unit_type_name,
    null as bedrooms,
    null as max_occupancy,
    null as building_id,
    null as removed_on
from referenced
where unit_type_id not in (select listed.unit_type_id from listed)
