-- The companies that invoices are made out to. What the API states of a company besides its id is not shown.
select
    company_id,
    count(*) as invoices,
    min(invoice_date) as first_invoice_date,
    max(invoice_date) as last_invoice_date
from {{ ref('int_invoices') }}
where company_id is not null
group by company_id
