-- Drafts dated before today, except duplicates of another invoice.
select invoice_id
from {{ ref('fct_sales_invoices') }}
where
    status in ({{ draft_statuses() }})
    and invoice_date < {{ today() }}
    and invoice_id not in (select twins.invoice_id from {{ ref('invoices_void_duplicates') }} as twins)
