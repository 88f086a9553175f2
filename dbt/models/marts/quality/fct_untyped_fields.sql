with found as (
    {% for list in ['bookings', 'contacts', 'financial_allocations', 'guest_stays', 'sales_invoices', 'small_lists'] -%}
    select
        stream,
        record_key,
        {{ each('fields') }} as item
    from {{ ref('int_field_checks_' ~ list) }}
    where fields is not null
    {{ 'union all' if not loop.last }}
    {% endfor %}
)

select
    stream,
    record_key,
    item.field as field,
    item.raw_value as raw_value,
    count(*) as times
from found
group by stream, record_key, item.field, item.raw_value
