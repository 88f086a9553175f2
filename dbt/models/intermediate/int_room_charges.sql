-- Room items of posted invoices that are not void, each with the nights that it charges.
select
    items.invoice_id,
    items.room_stay_id,
    {{ building_of_item() }} as building_id,
    invoices.building_id as invoice_building_id,
    invoices.currency_code,
    invoices.item_turn * items.net_cents as net_cents,
    coalesce(invoices.invoice_type, '') = 'CREDIT_NOTE'
    or coalesce(nullif(invoices.item_turn * items.net_cents, 0), invoices.gross_cents) < 0 as is_credit,
    coalesce(invoices.invoice_date, invoices.posted_on) as invoiced_on,
    items.charge_from,
    -- charge_from and last_night are the first and last night charged. An item whose end is not after its start charges
    -- the day of its start.
    case
        when items.charge_to > items.charge_from or items.charge_from is null
            then {{ add_days('items.charge_to', -1) }}
        else items.charge_from
    end as last_night,
    items.charge_to is null as is_open
from {{ ref('int_invoice_items') }} as items
inner join {{ ref('int_invoices') }} as invoices on items.invoice_id = invoices.invoice_id
left join {{ ref('int_buildings') }} as buildings on items.building_id = buildings.building_id
where
    invoices.posted_on is not null
    and invoices.voided_on is null
    and items.extra_id is null
    and not coalesce(buildings.is_excluded, false)
