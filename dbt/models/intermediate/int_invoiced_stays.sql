-- Net amount invoiced for the room of each stay, per currency, in all months, without extras. Items that name no stay
-- have room_stay_id null.
select
    items.room_stay_id,
    invoices.currency_code,
    cast(sum(invoices.item_turn * items.net_cents) as bigint) as cents
from {{ ref('int_invoice_items') }} as items
inner join {{ ref('int_invoices') }} as invoices on items.invoice_id = invoices.invoice_id
where invoices.posted_on is not null and invoices.voided_on is null and items.extra_id is null
group by items.room_stay_id, invoices.currency_code
