-- Our figures of all invoices beside the figures that the API states on them, summed per currency.
with outstanding as (
    select
        'open amount of invoices' as measure,
        'outstandingAmount of the invoice' as compared_with,
        invoices.currency_code,
        count(*) as records,
        sum(invoices.open_amount) as ours,
        sum({{ to_money('source.outstanding_amount') }}) as theirs
    from {{ ref('fct_sales_invoices') }} as invoices
    inner join {{ ref('int_invoices') }} as source on invoices.invoice_id = source.invoice_id
    -- Nothing is open on a void invoice, whatever it states, and a draft is no claim yet.
    where invoices.status = 'POSTED' and source.outstanding_amount is not null
    group by invoices.currency_code
),

items as (
    select
        'net of invoices' as measure,
        'sum of the invoice items' as compared_with,
        currency_code,
        count(*) as records,
        {{ from_cents('sum(net_cents)') }} as ours,
        {{ from_cents('sum(item_net_cents)') }} as theirs
    from {{ ref('int_invoices') }}
    where item_net_cents is not null
    group by currency_code
)

select * from outstanding
union all
select * from items
