-- Unit types as they are now, and deleted ones as they last were.
with fields as (
    select
        replaced_on,
        {{ unit_type_fields('record') }}
    from {{ last_records('unit_types', unit_type_struct()) }}
)

select
    id as unit_type_id,
    name as unit_type_name,
    description,
    bedrooms,
    max_occupancy,
    building_id,
    replaced_on as removed_on
from fields
where id is not null
