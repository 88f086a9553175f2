-- Amounts and places of the items of earlier invoice versions: those embedded in the version, else those that now come
-- in a list of their own.
with opened as (
    select
        invoice_id,
        valid_from,
        {{ each_numbered('sales_invoice_items', 'item', 'item_number') }}
    from {{ ref('stg_pms__earlier_sales_invoices') }}
),

embedded as (
    select
        invoice_id,
        valid_from,
        item_number,
        {{ sales_invoice_item_fields('item') }}
    from opened
    where item is not null
)

select
    invoice_id,
    valid_from,
    item_number,
    {{ net_of_item('total_net', 'quantity', 'unit_price_net') }} as total_net,
    total_tax,
    booking_reference,
    room_stay_id,
    unit_id
from embedded
union all
select
    items.invoice_id,
    earlier.valid_from,
    items.item_number,
    items.total_net,
    items.total_tax,
    items.booking_reference,
    items.room_stay_id,
    items.unit_id
from {{ ref('stg_pms__sales_invoice_items') }} as items
inner join {{ ref('stg_pms__earlier_sales_invoices') }} as earlier on items.invoice_id = earlier.invoice_id
where items.is_listed and not coalesce({{ length_of('earlier.sales_invoice_items') }} > 0, false)
