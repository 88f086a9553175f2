-- The result of receivables.ageing for the business date, as a table.
select
    invoices.invoice_id,
    invoices.invoice_number,
    invoices.invoice_type,
    invoices.finance_account_id,
    invoices.building_id,
    invoices.invoice_date,
    invoices.due_date,
    cast({{ days_between('invoices.due_date', today()) }} as integer) as days_past_due,
    {{ ageing_bucket('invoices.due_date', today()) }} as bucket,
    invoices.total_gross,
    balances.open_amount,
    invoices.currency_code
from {{ ref('fct_invoice_balance_intervals') }} as balances
inner join {{ ref('fct_sales_invoices') }} as invoices on balances.invoice_id = invoices.invoice_id
where
    balances.valid_from <= {{ today() }}
    and (balances.valid_to is null or balances.valid_to > {{ today() }})
