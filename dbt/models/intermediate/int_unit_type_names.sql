-- Unit type ids by name, for lists that state only the name: within a building, and over all buildings (building -1). A
-- name means a deleted type only where no existing type has the name.
select
    lower(trim(unit_type_name)) as unit_type_name,
    coalesce(building_id, -1) as building_id,
    {{ at_min('unit_type_id', ['(removed_on is not null)', 'unit_type_id']) }} as unit_type_id
from {{ ref('stg_pms__unit_types') }}
where building_id is not null
group by lower(trim(unit_type_name)), coalesce(building_id, -1)
union all
select
    lower(trim(unit_type_name)) as unit_type_name,
    -1 as building_id,
    {{ at_min('unit_type_id', ['(removed_on is not null)', 'unit_type_id']) }} as unit_type_id
from {{ ref('stg_pms__unit_types') }}
group by lower(trim(unit_type_name))
