-- Sales invoices as they are now.
select *
from {{ holding(ref('stg_pms__sales_invoice_versions'), 'sales_invoices') }} as invoices
