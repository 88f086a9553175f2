-- Invoices dated before today that nobody has posted.
{{ config(schema='corrections', materialized='view') }}

select invoice_id
from {{ ref('fct_sales_invoices') }}
where status not in ('POSTED', 'VOID') and invoice_date < {{ today() }}
