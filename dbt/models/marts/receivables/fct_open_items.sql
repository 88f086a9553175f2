-- The result of receivables.ageing for the business date, as a table.
select
    invoice_id,
    invoice_number,
    invoice_type,
    finance_account_id,
    building_id,
    invoice_date,
    due_date,
    cast({{ days_between('due_date', today()) }} as integer) as days_past_due,
    {{ ageing_bucket('due_date', today()) }} as bucket,
    total_gross,
    open_amount,
    currency_code
from {{ ref('fct_sales_invoices') }}
where open_amount <> 0
