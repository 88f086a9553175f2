-- Versions of invoices that were replaced, or whose invoice was deleted.
select *
from {{ ref('stg_pms__sales_invoice_versions') }}
where version in (select earlier.version from {{ earlier_versions('sales_invoices') }} as earlier)
