-- Items stand on their invoice, or, for tenants whose list leaves them out, in a list of their own; those embedded win.
with opened as (
    select
        invoice_id,
        {{ each_numbered('sales_invoice_items', 'item', 'item_number') }}
    from {{ ref('stg_pms__sales_invoices') }}
),

embedded as (
    select
        invoice_id,
        item_number,
        false as is_listed,
        {{ sales_invoice_item_fields('item') }}
    from opened
),

listed as (
    select
        cast(parent_key as bigint) as invoice_id,
        -- Keys are the invoice's and the item's id, or its position where it has none.
        row_number() over (
            partition by parent_key order by try_cast(split_part(record_key, '/', 2) as bigint), record_key
        ) - 1 as item_number,
        true as is_listed,
        {{ sales_invoice_item_fields('record') }}
    from {{ records('sales_invoices_sales_invoice_items', sales_invoice_item_struct()) }}
),

fields as (
    select * from embedded
    union all
    select * from listed
    where invoice_id not in (
        -- Not of what is opened, which would then be kept whole to be read twice.
        select invoices.invoice_id
        from {{ ref('stg_pms__sales_invoices') }} as invoices
        where {{ length_of('invoices.sales_invoice_items') }} > 0
    )
)

select
    invoice_id,
    item_number,
    is_listed,
    id as invoice_item_id,
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
