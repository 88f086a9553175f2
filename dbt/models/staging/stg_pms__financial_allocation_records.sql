{{ config(
    materialized='incremental',
    pre_hook="{{ drop_old_versions([
        ('financial_allocations_sales_payments', none), ('financial_allocations_sales_invoices', none),
    ], all_versions=true) }}",
) }}

-- All versions of the records of two lists of allocations (receipts and refunds; credits put against invoices), with
-- the fields that do not fit their types. The id may be one of these fields.
with both_lists as (
    {% for list in ['sales_payments', 'sales_invoices'] -%}
    select
        record_key,
        seen_at,
        valid_from,
        version,
        '{{ list }}' as stream,
        text,
        {{ financial_allocation_fields('record') }}
    from
        {{ record_versions(
            'financial_allocations_' ~ list, financial_allocation_struct(), known=held(), texts=financial_allocation_text()
        ) }}
    {{ 'union all' if not loop.last }}
    {% endfor %}
)

select
    record_key,
    valid_from,
    version,
    id as allocation_id,
    stream,
    finance_account_id,
    {{ code_in('import_type') }} as import_type,
    nominal_code,
    date as allocation_date,
    payment_reference,
    external_reference,
    amount,
    source_invoice_id,
    target_invoice_id,
    {{ code_in('currency_code') }} as currency_code,
    {{ code_in('export_status') }} as export_status,
    external_id,
    {{ known_day('exported_date') }} as exported_at,
    created_date as created_at,
    created_date__on as created_on,
    seen_at,
    {{ fields_unread(financial_allocation_slips(), financial_allocation_untyped()) }} as untyped_fields
from both_lists
