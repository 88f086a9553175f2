-- Type names as a way to the id, for lists that show only the name: within a building, and (building -1) over all. One
-- that is gone is meant only where none that is there has the name.
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
