with fields as (
    select
        seen_at,
        {{ unit_fields('record') }}
    from {{ records('units', unit_struct()) }}
)

select
    id as unit_id,
    coalesce(unit_name, name) as unit_name,
    building_name,
    building_id,
    coalesce(unit_type_id, unit_type__id) as unit_type_id,
    -- What a list without the flag means is not shown: taken as bookable.
    coalesce(bookable, true) as is_bookable,
    status as unit_status,
    max_occupancy,
    available_from,
    available_to,
    seen_at
from fields
where id is not null
