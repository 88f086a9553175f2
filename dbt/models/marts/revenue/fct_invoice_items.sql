{{ config(materialized='view') }}

select
    items.invoice_id,
    cast(items.item_number as bigint) as item_number,
    items.invoice_item_id,
    invoices.invoice_status,
    invoices.invoice_type,
    coalesce(invoices.invoice_date, invoices.posted_on) as invoice_date,
    invoices.posted_on as posted_date,
    invoices.voided_on as voided_date,
    {{ building_of_item() }} as building_id,
    items.unit_id,
    items.room_stay_id,
    items.booking_reference,
    items.extra_id,
    items.product_code,
    items.tax_type,
    items.tax_code_id,
    items.charge_from,
    items.charge_to,
    {{ from_cents('invoices.item_turn * items.net_cents') }} as net_amount,
    {{ from_cents('invoices.item_turn * items.tax_cents') }} as tax_amount,
    {{ from_cents('invoices.item_turn * (items.net_cents + items.tax_cents)') }} as gross_amount,
    invoices.currency_code
from {{ ref('int_invoice_items') }} as items
inner join {{ ref('int_invoices') }} as invoices on items.invoice_id = invoices.invoice_id
left join {{ ref('int_buildings') }} as buildings on items.building_id = buildings.building_id
where not coalesce(buildings.is_excluded, false)
