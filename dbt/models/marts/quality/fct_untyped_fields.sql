{% set checks = [
    ('activities', activity_text(), activity_untyped(), none),
    ('bookings', booking_text(), booking_untyped(), 'nested'),
    ('bookings', booking_row_text(), booking_row_untyped(), 'flat'),
    ('buildings', building_text(), building_untyped(), none),
    ('channels', channel_text(), channel_untyped(), none),
    ('contacts', contact_text(), contact_untyped(), none),
    (
        'financial_allocations_sales_invoices',
        financial_allocation_text(), financial_allocation_untyped(), none,
    ),
    (
        'financial_allocations_sales_payments',
        financial_allocation_text(), financial_allocation_untyped(), none,
    ),
    ('guest_stays', guest_stay_text(), guest_stay_untyped(), none),
    ('sales_invoices', sales_invoice_text(), sales_invoice_untyped(), none),
    ('tax_codes', tax_code_text(), tax_code_untyped(), none),
    ('unit_contracts', unit_contract_text(), unit_contract_untyped(), none),
    ('unit_types', unit_type_text(), unit_type_untyped(), none),
    ('units', unit_text(), unit_untyped(), none),
] %}

-- Fields whose text is there and cannot be read as what it should be: the typed columns hold null for them.
with found as (
    {% for stream, text, untyped, shape in checks %}
    {{ untyped_fields(stream, text, untyped, shape) }}
    {{ "union all" if not loop.last }}
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
