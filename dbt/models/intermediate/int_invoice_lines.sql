-- Lines of posted invoices: one for each item, in its building, and one for a net or VAT that only the header states.
-- Lines that name no stay have room_stay_id -1.
select
    invoices.invoice_id,
    coalesce(items.room_stay_id, -1) as room_stay_id,
    {{ building_of_item() }} as building_id,
    invoices.currency_code,
    coalesce(invoices.invoice_date, invoices.posted_on) as invoiced_on,
    invoices.voided_on,
    invoices.item_turn * items.net_cents as net_cents,
    invoices.item_turn * coalesce(items.tax_cents, 0) as tax_cents
from {{ ref('int_invoices') }} as invoices
inner join {{ ref('int_invoice_items') }} as items on invoices.invoice_id = items.invoice_id
left join {{ ref('int_buildings') }} as buildings on items.building_id = buildings.building_id
where
    invoices.posted_on is not null
    and coalesce(invoices.item_net_cents, invoices.item_tax_cents) is not null
    and not coalesce(buildings.is_excluded, false)
union all
select
    invoice_id,
    -1 as room_stay_id,
    building_id,
    currency_code,
    coalesce(invoice_date, posted_on) as invoiced_on,
    voided_on,
    case when item_net_cents is null then net_cents else 0 end as net_cents,
    case when item_tax_cents is null then tax_cents else 0 end as tax_cents
from {{ ref('int_invoices') }}
where posted_on is not null and (item_net_cents is null or (item_tax_cents is null and tax_cents <> 0))
