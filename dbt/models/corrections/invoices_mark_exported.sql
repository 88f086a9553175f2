-- Finance's id and date stand on the invoice, and its export status says that it is still on its way.
{{ config(schema='corrections', materialized='view') }}

select
    invoice_id,
    external_id,
    exported_at as exported_date
from {{ ref('fct_sales_invoices') }}
where
    status = 'POSTED'
    and external_id is not null
    and exported_at is not null
    and coalesce(export_status, 'PENDING') in ('CREATED', 'PENDING', 'SENT', 'IMPORTED')
