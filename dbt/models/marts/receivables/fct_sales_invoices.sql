{{ config(materialized='view', post_hook="{{ create_ageing() }}") }}

-- Invoices as they are now, with the open amount of each on the business date.
with open_today as (
    select
        invoice_id,
        open_amount
    from {{ ref('fct_invoice_balance_intervals') }}
    where valid_from <= {{ today() }} and (valid_to is null or valid_to > {{ today() }})
)

select
    invoices.invoice_id,
    invoices.invoice_number,
    invoices.invoice_type,
    invoices.invoice_status as status,
    invoices.invoice_date,
    invoices.due_date,
    invoices.posted_on as posted_date,
    invoices.voided_on as voided_date,
    invoices.finance_account_id,
    invoices.building_id,
    invoices.booking_id,
    invoices.contact_id,
    invoices.company_id,
    invoices.currency_code,
    {{ from_cents('invoices.net_cents') }} as total_net,
    {{ from_cents('invoices.tax_cents') }} as total_tax,
    {{ from_cents('invoices.gross_cents') }} as total_gross,
    cast(coalesce(open_today.open_amount, 0) as decimal(18, 2)) as open_amount,
    invoices.export_status,
    invoices.external_id,
    invoices.exported_at
from {{ ref('int_invoices') }} as invoices
left join open_today on invoices.invoice_id = open_today.invoice_id
