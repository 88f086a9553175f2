{% set checks = [
    ('activities', none, activity_text(), activity_slips(), activity_untyped()),
    (
        'availabilities_unit_intervals', none,
        availability_interval_text(), availability_interval_slips(), availability_interval_untyped(),
    ),
    ('bookings', 'nested', booking_text(), booking_slips(), booking_untyped()),
    ('bookings', 'flat', booking_row_text(), booking_row_slips(), booking_row_untyped()),
    (
        'bookings_financial_summary', none,
        financial_summary_text(), financial_summary_slips(), financial_summary_untyped(),
    ),
    ('bookings_pricing', none, booking_pricing_text(), booking_pricing_slips(), booking_pricing_untyped()),
    ('buildings', none, building_text(), building_slips(), building_untyped()),
    ('channels', none, channel_text(), channel_slips(), channel_untyped()),
    ('contacts', none, contact_text(), contact_slips(), contact_untyped()),
    (
        'financial_allocations_sales_invoices', none,
        financial_allocation_text(), financial_allocation_slips(), financial_allocation_untyped(),
    ),
    (
        'financial_allocations_sales_payments', none,
        financial_allocation_text(), financial_allocation_slips(), financial_allocation_untyped(),
    ),
    ('guest_stays', none, guest_stay_text(), guest_stay_slips(), guest_stay_untyped()),
    ('sales_invoices', none, sales_invoice_text(), sales_invoice_slips(), sales_invoice_untyped()),
    (
        'sales_invoices_sales_invoice_items', none,
        sales_invoice_item_text(), sales_invoice_item_slips(), sales_invoice_item_untyped(),
    ),
    ('tax_codes', none, tax_code_text(), tax_code_slips(), tax_code_untyped()),
    ('unit_contracts', none, unit_contract_text(), unit_contract_slips(), unit_contract_untyped()),
    ('unit_types', none, unit_type_text(), unit_type_slips(), unit_type_untyped()),
    ('units', none, unit_text(), unit_slips(), unit_untyped()),
] %}

{% set streams = [] %}
{% for check in checks %}{% do streams.append((check[0], check[1])) %}{% endfor %}

{{ config(
    materialized='incremental',
    incremental_strategy='append',
    pre_hook="{{ drop_old_versions(" ~ streams ~ ") }}",
) }}

-- One row per version of a record that holds now, with the fields whose text is there and cannot be read as what it
-- should be: the typed columns hold null for them.
with
{% for stream, shape, text, slips, untyped in checks %}
texts_{{ loop.index }} as {{ once() }} (
    select
        record_key,
        version,
        record as text
    from {{ records(stream, text, shape, held()) }}
),

{% endfor %}
found as (
    {% for stream, shape, text, slips, untyped in checks %}
    select
        '{{ stream }}' as stream,
        record_key,
        version,
        -- Nearly every record is in order, and finding that out costs less than listing its fields.
        case when {{ slips }} then {{ untyped }} end as fields
    from texts_{{ loop.index }}
    {{ "union all" if not loop.last }}
    {% endfor %}
)

select
    stream,
    case when fields is not null then record_key end as record_key,
    version,
    {{ filtered('fields', 'item', 'item.raw_value is not null') }} as fields
from found
