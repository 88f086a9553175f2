-- Invoices for which the API states another figure than ours, in cents.
with compared as (
    select
        'open amount of invoices' as measure,
        invoices.invoice_id,
        invoices.currency_code,
        {{ to_cents('invoices.open_amount') }} as our_cents,
        {{ to_cents('source.outstanding_amount') }} as their_cents,
        invoices.open_amount <> {{ to_money('source.outstanding_amount') }} as is_off
    from {{ ref('fct_sales_invoices') }} as invoices
    inner join {{ ref('int_invoices') }} as source on invoices.invoice_id = source.invoice_id
    where invoices.status = 'POSTED'
    union all
    select
        'net of invoices' as measure,
        invoice_id,
        currency_code,
        net_cents as our_cents,
        item_net_cents as their_cents,
        {{ beyond_rounding('net_cents', 'item_net_cents') }} as is_off
    from {{ ref('int_invoices') }}
)

select
    measure,
    invoice_id,
    currency_code,
    our_cents,
    their_cents
from compared
where is_off
