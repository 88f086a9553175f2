with fields as (
    select
        seen_at,
        {{ activity_fields('record') }}
    from {{ records('activities', activity_struct()) }}
)

select
    id as activity_id,
    unit_id,
    subject,
    status as activity_status,
    coalesce(block_availability, false) as blocks_availability,
    start_date_time as started_at,
    start_date_time__on as started_on,
    due_date,
    seen_at
from fields
where id is not null
