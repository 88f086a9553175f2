with fields as (
    select
        seen_at,
        {{ unit_type_fields('record') }}
    from {{ records('unit_types', unit_type_struct()) }}
)

select
    id as unit_type_id,
    name as unit_type_name,
    description,
    bedrooms,
    max_occupancy,
    building_id
from fields
where id is not null
