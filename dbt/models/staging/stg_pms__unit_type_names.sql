-- Every name that a unit type has or had, with the building that it then had.
with fields as (
    select {{ unit_type_fields('record') }}
    from {{ record_versions('unit_types', unit_type_struct()) }}
)

select distinct
    id as unit_type_id,
    name as unit_type_name,
    building_id
from fields
where id is not null and name is not null
