-- Invoices for which the API states another figure than ours, in cents.
-- `at_last` is what stays open when all that is dated after the business date has passed.
with at_last as (
    select
        invoice_id,
        open_amount
    from {{ ref('fct_invoice_balance_intervals') }}
    where valid_to is null
),

compared as (
    select
        'open amount of invoices' as measure,
        invoices.invoice_id,
        invoices.currency_code,
        {{ to_cents('invoices.open_amount') }} as our_cents,
        {{ to_cents('source.outstanding_amount') }} as their_cents,
        invoices.open_amount <> {{ to_money('source.outstanding_amount') }} as is_off,
        case
            when coalesce(at_last.open_amount, 0) = {{ to_money('source.outstanding_amount') }}
                then 'they count what is dated ahead'
            else 'not told'
        end as cause
    from {{ ref('fct_sales_invoices') }} as invoices
    inner join {{ ref('int_invoices') }} as source on invoices.invoice_id = source.invoice_id
    left join at_last on invoices.invoice_id = at_last.invoice_id
    where invoices.status = 'POSTED'
    union all
    select
        'net of invoices' as measure,
        invoice_id,
        currency_code,
        net_cents as our_cents,
        item_net_cents as their_cents,
        {{ beyond_rounding('net_cents', 'item_net_cents') }} as is_off,
        'not told' as cause
    from {{ ref('int_invoices') }}
)

select
    measure,
    invoice_id,
    currency_code,
    our_cents,
    their_cents,
    cause
from compared
where is_off
