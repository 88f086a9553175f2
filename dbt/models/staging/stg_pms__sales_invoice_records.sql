{{ config(
    materialized='incremental',
    pre_hook="{{ drop_old_versions([('sales_invoices', none)], all_versions=true) }}",
) }}

-- One row per version of an invoice, with the fields that do not fit their types. The id may be one of these fields.
with fields as (
    select
        record_key,
        seen_at,
        valid_from,
        version,
        text,
        {{ sales_invoice_fields('record') }}
    from {{ record_versions('sales_invoices', sales_invoice_struct(), known=held(), texts=sales_invoice_text()) }}
)

select
    record_key,
    valid_from,
    version,
    id as invoice_id,
    invoice_number,
    {{ code_in('invoice_type') }} as invoice_type,
    {{ code_in('status') }} as invoice_status,
    organisation_id,
    invoice_date,
    invoice_due_date as due_date,
    {{ known_day('fields.posted_date') }} as posted_date,
    {{ known_day('fields.voided_date') }} as voided_date,
    finance_account__id as finance_account_id,
    finance_account__type as finance_account_type,
    booking_id,
    contact_id,
    company_id,
    {{ code_in('currency_code') }} as currency_code,
    total_net,
    total_tax,
    total_gross,
    outstanding_amount,
    {{ code_in('export_status') }} as export_status,
    external_id,
    {{ known_day('exported_date') }} as exported_at,
    seen_at,
    sales_invoice_items,
    {{ fields_unread(sales_invoice_slips(), sales_invoice_untyped()) }} as untyped_fields
from fields
