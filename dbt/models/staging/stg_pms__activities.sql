-- Activities as they are now, and as those last were that are gone.
with fields as (
    select
        seen_at,
        replaced_on,
        {{ activity_fields('record') }}
    from {{ last_records('activities', activity_struct()) }}
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
    seen_at,
    replaced_on as removed_on
from fields
where id is not null
