-- Invoices outside the excluded buildings as they are now, with their sign, dates and amounts in cents.
{{ dated_invoices(ref('stg_pms__sales_invoices'), ref('int_invoice_items'), ['invoice_id']) }}
