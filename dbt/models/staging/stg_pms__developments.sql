with fields as (
    select
        seen_at,
        {{ development_fields('record') }}
    from {{ records('developments', development_struct()) }}
)

select
    id as development_id,
    name as development_name,
    status as development_status,
    area_id
from fields
where id is not null
