-- What each unit's coming year looks like to the API: spans of nights, available or not, with the moment they were
-- last asked for. `endDate` is the day the state ends, not its last night (not shown: as with stays).
with fields as (
    select
        parent_key,
        seen_at,
        {{ availability_interval_fields('record') }}
    from {{ records('availabilities_unit_intervals', availability_interval_struct()) }}
)

select
    cast(fields.parent_key as bigint) as unit_id,
    coalesce(reads.read_at, fields.seen_at) as read_at,
    fields.start_date,
    fields.end_date,
    fields.available as is_available,
    fields.reason
from fields
left join {{ child_reads() }} as reads
    on fields.parent_key = reads.parent_key and reads.stream = 'availabilities_unit_intervals'
where fields.start_date < fields.end_date and fields.available is not null
