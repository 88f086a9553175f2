-- The shape of each value, not its text: somebody may have typed a name, an address or a number into any field.
with checked as (
    {% for stream, records in [
        ('bookings', 'room_stay'), ('room_stays_details', 'room_stay_detail'), ('contacts', 'contact'),
        ('guest_stays', 'guest_stay'), ('sales_invoices', 'sales_invoice'),
    ] -%}
    {{ field_checks_of(ref('stg_pms__' ~ records ~ '_records'), stream) }}
    union all
    {% endfor -%}
    {% for list in ['sales_payments', 'sales_invoices'] -%}
    {{ field_checks_of(
        ref('stg_pms__financial_allocation_records'), 'financial_allocations_' ~ list, "stream = '" ~ list ~ "'"
    ) }}
    union all
    {% endfor -%}
    {% for lists in ['invoice_items', 'small_lists'] -%}
    select
        stream,
        record_key,
        fields
    from {{ ref('int_field_checks_' ~ lists) }}
    where fields is not null
    {{ 'union all' if not loop.last }}
    {% endfor %}
),

found as (
    select
        stream,
        record_key,
        {{ each('fields') }} as item
    from checked
)

select
    stream,
    record_key,
    item.field as field,
    {{ shape_of('item.raw_value') }} as raw_value,
    count(*) as times
from found
group by stream, record_key, item.field, {{ shape_of('item.raw_value') }}
