-- Charges, payments and adjustments of each booking, as the API calculates them, with the time at which they were last
-- read.
with fields as (
    select
        parent_key,
        seen_at,
        {{ financial_summary_fields('record') }}
    from {{ records('bookings_financial_summary', financial_summary_struct()) }}
)

select
    try_cast(fields.parent_key as bigint) as booking_id,
    coalesce(reads.read_at, fields.seen_at) as read_at,
    fields.charges,
    fields.payments,
    fields.adjustments,
    fields.balance,
    {{ code_in('fields.currency_code') }} as currency_code
from fields
left join {{ child_reads() }} as reads
    on fields.parent_key = reads.parent_key and reads.stream = 'bookings_financial_summary'
where try_cast(fields.parent_key as bigint) is not null
