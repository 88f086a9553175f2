-- Developments as they are now, and deleted ones as they last were.
with fields as (
    select
        {{ development_fields('record') }}
    from {{ last_records('developments', development_struct()) }}
)

select
    id as development_id,
    name as development_name,
    status as development_status,
    area_id
from fields
where id is not null
