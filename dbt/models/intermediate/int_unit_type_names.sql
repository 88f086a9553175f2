-- Unit type ids by name, for lists that state only the name: within a building, and over all buildings (building -1).
-- A name means a deleted type only where no existing type has the name, and one that had it earlier only where none has
-- it now. A building whose own id is -1 has its names among those of all buildings, so that each name stands once.
with names as (
    select
        lower(trim(unit_type_name)) as unit_type_name,
        building_id,
        unit_type_id,
        case when removed_on is null then 1 else 2 end as preference
    from {{ ref('stg_pms__unit_types') }}
    union all
    select
        lower(trim(unit_type_name)) as unit_type_name,
        building_id,
        unit_type_id,
        3 as preference
    from {{ ref('stg_pms__unit_type_names') }}
)

select
    unit_type_name,
    building_id,
    {{ at_min('unit_type_id', ['preference', 'unit_type_id']) }} as unit_type_id
from names
where building_id <> -1
group by unit_type_name, building_id
union all
select
    unit_type_name,
    -1 as building_id,
    {{ at_min('unit_type_id', ['preference', 'unit_type_id']) }} as unit_type_id
from names
group by unit_type_name
