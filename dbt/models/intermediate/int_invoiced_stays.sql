-- Net amount invoiced for the room of each stay, per currency, in all months, without extras: on posted invoices that
-- are not void (`cents`), on invoices not posted yet, and on void ones, each null where there is none. Items that name
-- no stay have room_stay_id null.
select
    items.room_stay_id,
    invoices.currency_code,
    cast(
        sum(invoices.item_turn * items.net_cents)
        filter (where invoices.posted_on is not null and invoices.voided_on is null)
        as bigint
    ) as cents,
    cast(
        sum(invoices.item_turn * items.net_cents)
        filter (where invoices.posted_on is null and invoices.voided_on is null)
        as bigint
    ) as unposted_cents,
    cast(sum(invoices.item_turn * items.net_cents) filter (where invoices.voided_on is not null) as bigint)
        as void_cents
from {{ ref('int_invoice_items') }} as items
inner join {{ ref('int_invoices') }} as invoices on items.invoice_id = invoices.invoice_id
left join {{ ref('int_buildings') }} as buildings on items.building_id = buildings.building_id
where items.extra_id is null and not coalesce(buildings.is_excluded, false)
group by items.room_stay_id, invoices.currency_code
