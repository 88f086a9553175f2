-- Change of the open amount of all invoices in each month, per currency.
with changes as (
    select
        {{ month_of('intervals.valid_from') }} as month,
        invoices.currency_code,
        intervals.open_amount as change
    from {{ ref('fct_invoice_balance_intervals') }} as intervals
    inner join {{ ref('int_invoices') }} as invoices on intervals.invoice_id = invoices.invoice_id
    union all
    select
        {{ month_of('intervals.valid_to') }} as month,
        invoices.currency_code,
        -intervals.open_amount as change
    from {{ ref('fct_invoice_balance_intervals') }} as intervals
    inner join {{ ref('int_invoices') }} as invoices on intervals.invoice_id = invoices.invoice_id
    where intervals.valid_to is not null
)

select
    month,
    currency_code,
    sum(change) as change
from changes
group by month, currency_code
