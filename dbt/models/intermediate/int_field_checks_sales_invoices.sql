{{ field_checks([
    ('sales_invoices', none, sales_invoice_text(), sales_invoice_slips(), sales_invoice_untyped()),
    (
        'sales_invoices_sales_invoice_items', none,
        sales_invoice_item_text(), sales_invoice_item_slips(), sales_invoice_item_untyped(),
    ),
]) }}
