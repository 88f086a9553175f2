with opened as (
    select
        invoice_id,
        {{ each('sales_invoice_items') }} as item,
        {{ each('range(len(sales_invoice_items))') }} as item_number
    from {{ ref('stg_pms__sales_invoices') }}
),

fields as (
    select
        invoice_id,
        item_number,
        {{ sales_invoice_item_fields('item') }}
    from opened
)

select
    invoice_id,
    item_number,
    id as invoice_item_id,
    description,
    quantity,
    total_net,
    total_tax,
    product_code,
    tax_code_id,
    booking_reference,
    room_stay_id,
    unit_id,
    extra_id,
    charge_from,
    charge_to
from fields
