{{ field_checks([
    (
        'sales_invoices_sales_invoice_items',
        sales_invoice_item_struct(), sales_invoice_item_text(), sales_invoice_item_fields('record'), sales_invoice_item_slips(), sales_invoice_item_untyped(),
    ),
]) }}
