-- Price and due amount of each booking, as the API calculates them, with the time at which they were last read.
with fields as (
    select
        parent_key,
        seen_at,
        {{ booking_pricing_fields('record') }}
    from {{ records('bookings_pricing', booking_pricing_struct()) }}
)

select
    try_cast(fields.parent_key as bigint) as booking_id,
    coalesce(reads.read_at, fields.seen_at) as read_at,
    fields.total__net as total_net,
    fields.total__gross as total_gross,
    fields.due__gross as due_gross
from fields
left join {{ child_reads() }} as reads
    on fields.parent_key = reads.parent_key and reads.stream = 'bookings_pricing'
where try_cast(fields.parent_key as bigint) is not null
