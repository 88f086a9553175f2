-- Items embedded in their invoice, else items from a list of their own, for tenants whose invoice list leaves items
-- out.
with opened as (
    select
        invoice_id,
        booking_id,
        {{ each_numbered('sales_invoice_items', 'item', 'item_number') }}
    from {{ ref('stg_pms__sales_invoices') }}
),

embedded as (
    select
        invoice_id,
        item_number,
        false as is_listed,
        {{ sales_invoice_item_fields('item') }},
        booking_id,
        true as has_invoice
    from opened
    where item is not null
),

listed as (
    select
        try_cast(parent_key as bigint) as invoice_id,
        -- A key is the invoice's id and the item's id, or the item's position where it has no id.
        row_number() over (
            partition by parent_key order by try_cast(split_part(record_key, '/', 2) as bigint), record_key
        ) - 1 as item_number,
        true as is_listed,
        {{ sales_invoice_item_fields('record') }}
    from {{ records('sales_invoices_sales_invoice_items', sales_invoice_item_struct()) }}
),

-- A second reading of the invoices: a CTE that opens items and is read twice would be materialised.
invoices as (
    select
        invoice_id,
        booking_id,
        {{ length_of('sales_invoice_items') }} > 0 as embeds_items
    from {{ ref('stg_pms__sales_invoices') }}
),

fields as (
    select * from embedded
    union all
    select
        listed.*,
        invoices.booking_id,
        invoices.invoice_id is not null as has_invoice
    from listed
    left join invoices on listed.invoice_id = invoices.invoice_id
    where listed.invoice_id is not null and not coalesce(invoices.embeds_items, false)
)

select
    invoice_id,
    booking_id,
    has_invoice,
    item_number,
    is_listed,
    id as invoice_item_id,
    {{ net_of_item('total_net', 'quantity', 'unit_price_net') }} as total_net,
    total_tax,
    coalesce(total_net is null and unit_price_net <> 0, false) as is_priced,
    description,
    quantity,
    product_code,
    tax_type,
    tax_code_id,
    booking_reference,
    room_stay_id,
    unit_id,
    extra_id,
    charge_from,
    charge_to
from fields
