{% set checks = [
    ('activities', activity_struct(), activity_text(), activity_untyped('typed', 'text'), none),
    ('bookings', booking_struct(), booking_text(), booking_untyped('typed', 'text'), 'nested'),
    ('bookings', booking_row_struct(), booking_row_text(), booking_row_untyped('typed', 'text'), 'flat'),
    ('buildings', building_struct(), building_text(), building_untyped('typed', 'text'), none),
    ('channels', channel_struct(), channel_text(), channel_untyped('typed', 'text'), none),
    ('contacts', contact_struct(), contact_text(), contact_untyped('typed', 'text'), none),
    (
        'financial_allocations_sales_invoices',
        financial_allocation_struct(), financial_allocation_text(), financial_allocation_untyped('typed', 'text'), none,
    ),
    (
        'financial_allocations_sales_payments',
        financial_allocation_struct(), financial_allocation_text(), financial_allocation_untyped('typed', 'text'), none,
    ),
    ('guest_stays', guest_stay_struct(), guest_stay_text(), guest_stay_untyped('typed', 'text'), none),
    ('sales_invoices', sales_invoice_struct(), sales_invoice_text(), sales_invoice_untyped('typed', 'text'), none),
    ('tax_codes', tax_code_struct(), tax_code_text(), tax_code_untyped('typed', 'text'), none),
    ('unit_contracts', unit_contract_struct(), unit_contract_text(), unit_contract_untyped('typed', 'text'), none),
    ('unit_types', unit_type_struct(), unit_type_text(), unit_type_untyped('typed', 'text'), none),
    ('units', unit_struct(), unit_text(), unit_untyped('typed', 'text'), none),
] %}

-- Fields whose text is there and cannot be read as what it should be: the typed columns hold null for them.
with found as (
    {% for stream, struct, text_struct, untyped, shape in checks %}
    {{ untyped_fields(stream, struct, text_struct, untyped, shape) }}
    {{ "union all" if not loop.last }}
    {% endfor %}
)

select
    stream,
    record_key,
    item.field as field,
    item.raw_value as raw_value
from found
