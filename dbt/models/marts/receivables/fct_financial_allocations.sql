{{ config(materialized='view') }}

select
    allocation_id,
    allocation_date,
    import_type,
    finance_account_id,
    nominal_code,
    payment_reference,
    external_reference,
    {{ from_cents('cents') }} as amount,
    {{ from_cents('applied_cents') }} as applied_amount,
    currency_code,
    source_invoice_id,
    target_invoice_id,
    building_id,
    is_cash,
    is_unapplied,
    export_status,
    external_id,
    exported_at
from {{ ref('int_allocations') }}
