{{ config(materialized='view') }}

-- Changes of the open amount of posted invoices, by date: the invoice itself and its allocations. A receipt from before
-- the posting counts from the posting on.
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
-- The credit on which an allocation draws is used up by the same amount.
select
    posted.invoice_id,
    greatest(allocations.allocation_date, posted.posted_on) as event_date,
    allocations.drawn_cents as cents
from {{ ref('int_allocations') }} as allocations
inner join posted on allocations.source_invoice_id = posted.invoice_id
