-- Invoices that have an id and an export date of the finance system, while their export status is one before EXPORTED.
-- Where none is shown, the id and the date are the mark.
select
    invoice_id,
    external_id,
    exported_at as exported_date
from {{ ref('fct_sales_invoices') }}
where
    status = 'POSTED'
    and external_id is not null
    and exported_at is not null
    and export_status in ('CREATED', 'PENDING', 'SENT', 'IMPORTED')
