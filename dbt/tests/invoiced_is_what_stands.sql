-- Over all months, net, VAT and gross of each currency are those of the posted invoices that are not void, as their
-- items or else their headers state them, without the items in excluded buildings.
with lines as (
    select
        currency_code,
        coalesce(item_net_cents, net_cents) as net_cents,
        coalesce(item_tax_cents, tax_cents) as tax_cents
    from {{ ref('int_invoices') }}
    where posted_on is not null and voided_on is null
    union all
    select
        invoices.currency_code,
        -invoices.item_turn * items.net_cents as net_cents,
        -invoices.item_turn * coalesce(items.tax_cents, 0) as tax_cents
    from {{ ref('int_invoice_items') }} as items
    inner join {{ ref('int_buildings') }} as buildings on items.building_id = buildings.building_id
    inner join {{ ref('int_invoices') }} as invoices on items.invoice_id = invoices.invoice_id
    where buildings.is_excluded and invoices.posted_on is not null and invoices.voided_on is null
),

standing as (
    select
        currency_code,
        {{ from_cents('sum(net_cents)') }} as net,
        {{ from_cents('sum(tax_cents)') }} as vat
    from lines
    group by currency_code
),

shown as (
    select
        currency_code,
        sum(invoiced_net) as net,
        sum(invoiced_vat) as vat,
        sum(invoiced_gross) as gross
    from {{ ref('fct_revenue_monthly') }}
    group by currency_code
)

select
    coalesce(shown.currency_code, standing.currency_code) as currency_code,
    shown.net as invoiced_net,
    standing.net as net_of_invoices,
    shown.vat as invoiced_vat,
    standing.vat as vat_of_invoices,
    shown.gross as invoiced_gross
from shown
full outer join standing on shown.currency_code = standing.currency_code
where
    coalesce(shown.net, 0) <> coalesce(standing.net, 0)
    or coalesce(shown.vat, 0) <> coalesce(standing.vat, 0)
    or coalesce(shown.gross, 0) <> coalesce(standing.net + standing.vat, 0)
