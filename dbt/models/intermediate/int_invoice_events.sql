{{ config(materialized='view') }}

-- What changes the open amount of a posted invoice, by date. A receipt that came before the posting counts from the
-- posting.
with posted as (
    select * from {{ ref('int_invoices') }}
    where posted_on is not null
)

select
    invoice_id,
    posted_on as event_date,
    gross_cents as cents
from posted
union all
select
    posted.invoice_id,
    greatest(allocations.allocation_date, posted.posted_on) as event_date,
    -allocations.applied_cents as cents
from {{ ref('int_allocations') }} as allocations
inner join posted on allocations.target_invoice_id = posted.invoice_id
union all
-- The credit that an allocation draws on is used up by as much.
select
    posted.invoice_id,
    greatest(allocations.allocation_date, posted.posted_on) as event_date,
    allocations.drawn_cents as cents
from {{ ref('int_allocations') }} as allocations
inner join posted on allocations.source_invoice_id = posted.invoice_id
