-- Sales invoices as they are now.
select *
from {{ ref('stg_pms__sales_invoice_versions') }}
where version not in (select earlier.version from {{ earlier_versions('sales_invoices') }} as earlier)
