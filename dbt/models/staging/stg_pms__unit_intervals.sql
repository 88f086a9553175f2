-- Availability of each unit over the next year, as the API states it: spans of nights, available or not, with the time
-- at which they were last read. Whether `endDate` is the last night or the day after it is not shown. We take `endDate`
-- as the last night if more spans begin the day after the one before them ends than on the day itself, else as the day
-- after (as in stays). So one odd span does not change those of all units.
with fields as (
    select
        parent_key,
        seen_at,
        {{ availability_interval_fields('record') }}
    from {{ records('availabilities_unit_intervals', availability_interval_struct()) }}
),

following as (
    select
        start_date,
        end_date,
        lead(start_date) over (partition by parent_key order by start_date, end_date) as next_start_date
    from fields
),

ends as (
    select
        count(*) filter (where next_start_date = {{ add_days('end_date', 1) }})
        > count(*) filter (where next_start_date = end_date) as is_last_night
    from following
),

spans as (
    select
        fields.parent_key,
        fields.seen_at,
        fields.start_date,
        case when ends.is_last_night then {{ add_days('fields.end_date', 1) }} else fields.end_date end as end_date,
        fields.available,
        fields.reason
    from fields
    cross join ends
)

select
    try_cast(spans.parent_key as bigint) as unit_id,
    coalesce(reads.read_at, spans.seen_at) as read_at,
    spans.start_date,
    spans.end_date,
    spans.available as is_available,
    spans.reason
from spans
left join {{ child_reads() }} as reads
    on spans.parent_key = reads.parent_key and reads.stream = 'availabilities_unit_intervals'
where
    spans.start_date < spans.end_date
    and spans.available is not null
    and try_cast(spans.parent_key as bigint) is not null
