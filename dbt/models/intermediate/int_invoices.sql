-- Invoices outside the excluded buildings, signed, dated and in cents, as they are now.
{{ dated_invoices(ref('stg_pms__sales_invoices'), ref('int_invoice_items'), ['invoice_id']) }}
