-- Invoices of one booking, account, date, currency and amount: all but the first, where nothing was exported or paid.
{{ config(schema='corrections', materialized='view') }}

with alike as (
    select
        invoice_id,
        export_status,
        min(invoice_id) over (
            partition by booking_id, finance_account_id, invoice_type, invoice_date, currency_code, total_gross
        ) as first_invoice_id
    from {{ ref('fct_sales_invoices') }}
    where status <> 'VOID' and booking_id is not null and total_gross <> 0
),

allocated as (
    select source_invoice_id as invoice_id from {{ ref('fct_financial_allocations') }}
    union
    select target_invoice_id as invoice_id from {{ ref('fct_financial_allocations') }}
)

select
    alike.invoice_id,
    alike.first_invoice_id as duplicate_of_invoice_id,
    'Same booking, account, date and amount as invoice ' || alike.first_invoice_id as reason
from alike
left join allocated on alike.invoice_id = allocated.invoice_id
where
    alike.invoice_id <> alike.first_invoice_id
    and allocated.invoice_id is null
    and coalesce(alike.export_status, 'PENDING') not in ('EXPORTED', 'IMPORTED', 'SENT')
