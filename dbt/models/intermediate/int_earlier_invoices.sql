-- What invoices said before they said what they say now, and what those said that are gone: as int_invoices, by
-- version. Where units, stays and bookings are is as of now.
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
