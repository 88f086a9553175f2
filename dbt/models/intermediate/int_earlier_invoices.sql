-- Earlier versions of invoices, and all versions of deleted ones, in the columns of int_invoices. Units, stays and
-- bookings are where they are now.
with billed as (
    select
        items.*,
        earlier.booking_id
    from {{ ref('stg_pms__earlier_sales_invoice_items') }} as items
    inner join {{ ref('stg_pms__earlier_sales_invoices') }} as earlier
        on items.invoice_id = earlier.invoice_id and items.valid_from = earlier.valid_from
),

placed_items as (
    {{ placed_invoice_items('billed') }}
)

select * from (
    {{ dated_invoices(ref('stg_pms__earlier_sales_invoices'), 'placed_items', ['invoice_id', 'valid_from']) }}
) as dated
