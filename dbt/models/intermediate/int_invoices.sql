-- Invoices outside the excluded buildings, signed, dated and in cents. An invoice is of the building most of its net is for.
with invoices as (
    select * from {{ ref('stg_pms__sales_invoices') }}
),

items as (
    select
        *,
        split_part(booking_reference, '/', 1) as reference
    from {{ ref('stg_pms__sales_invoice_items') }}
),

booked as (
    select
        booking_reference,
        min(building_id) as building_id
    from {{ ref('int_stay_places') }}
    group by booking_reference
),

bookings as (
    select
        booking_id,
        min(building_id) as building_id
    from {{ ref('int_stay_places') }}
    group by booking_id
),

item_buildings as (
    select
        items.invoice_id,
        coalesce(places.building_id, units.building_id, booked.building_id) as building_id,
        items.total_net,
        items.total_tax
    from items
    left join {{ ref('int_stay_places') }} as places on items.room_stay_id = places.room_stay_id
    left join {{ ref('int_units') }} as units on items.unit_id = units.unit_id
    left join booked on items.reference = booked.booking_reference
),

by_building as (
    select
        invoice_id,
        building_id,
        sum(abs(total_net)) as size_of_part
    from item_buildings
    where building_id is not null
    group by invoice_id, building_id
),

main_building as (
    select
        invoice_id,
        arg_max(building_id, (coalesce(size_of_part, 0), -building_id)) as building_id
    from by_building
    group by invoice_id
),

item_sums as (
    select
        invoice_id,
        sum(total_net) as total_net,
        sum(total_tax) as total_tax
    from items
    group by invoice_id
),

placed as (
    select
        invoices.* exclude (sales_invoice_items, total_net, total_tax, total_gross),
        coalesce(main_building.building_id, bookings.building_id, -1) as building_id,
        {{ to_cents('coalesce(invoices.total_net, item_sums.total_net)') }} as unsigned_net_cents,
        {{ to_cents('coalesce(invoices.total_tax, item_sums.total_tax)') }} as unsigned_tax_cents,
        {{ to_cents('item_sums.total_net') }} as item_net_cents,
        case when invoices.total_gross is not null then {{ to_cents('invoices.total_gross') }} end
            as unsigned_gross_cents,
        -- Amounts of a credit note are negative (assumed); where a tenant writes them positive they are turned.
        case
            when invoices.invoice_type = 'CREDIT_NOTE' and coalesce(invoices.total_net, item_sums.total_net) > 0 then -1
            else 1
        end as turn
    from invoices
    left join item_sums on invoices.invoice_id = item_sums.invoice_id
    left join main_building on invoices.invoice_id = main_building.invoice_id
    left join bookings on invoices.booking_id = bookings.booking_id
)

select
    placed.invoice_id,
    placed.invoice_number,
    coalesce(placed.invoice_type, case when placed.turn * placed.unsigned_net_cents < 0 then 'CREDIT_NOTE' else 'INVOICE' end)
        as invoice_type,
    placed.invoice_status,
    placed.organisation_id,
    placed.invoice_date,
    placed.due_date,
    -- The day it became a claim. A void invoice that states no posting was never one.
    case
        when placed.invoice_status = 'POSTED' then coalesce(placed.posted_date, placed.invoice_date)
        when placed.invoice_status = 'VOID' then placed.posted_date
    end as posted_on,
    case
        when placed.invoice_status = 'VOID' then coalesce(placed.voided_date, placed.posted_date)
    end as voided_on,
    placed.finance_account_id,
    placed.building_id,
    placed.booking_id,
    placed.contact_id,
    placed.company_id,
    coalesce(placed.currency_code, buildings.currency_code, '{{ var("base_currency") }}') as currency_code,
    placed.turn * placed.unsigned_net_cents as net_cents,
    placed.turn * placed.unsigned_tax_cents as tax_cents,
    placed.turn * coalesce(placed.unsigned_gross_cents, placed.unsigned_net_cents + placed.unsigned_tax_cents)
        as gross_cents,
    placed.turn * placed.item_net_cents as item_net_cents,
    placed.outstanding_amount,
    placed.export_status,
    placed.external_id,
    placed.exported_at
from placed
left join {{ ref('int_buildings') }} as buildings on placed.building_id = buildings.building_id
where not coalesce(buildings.is_excluded, false)
