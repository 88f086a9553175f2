-- One row per version of an invoice, tombstones included, with the business date of the load that brought it.
{{ load_dates('sales_invoices', ref('stg_pms__sales_invoice_walks')) }}
