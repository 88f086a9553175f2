-- Versions of invoices that do not hold any more: replaced, or of invoices that are gone.
select *
from {{ ref('stg_pms__sales_invoice_versions') }}
where version in (select earlier.version from {{ earlier_versions('sales_invoices') }} as earlier)
