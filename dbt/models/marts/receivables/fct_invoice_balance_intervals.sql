-- The open amount of every invoice over time, without the spans in which nothing is open. So one filter gives the open
-- amounts of any date.
with daily as (
    select
        invoice_id,
        event_date,
        sum(cents) as cents
    from {{ ref('int_invoice_events') }}
    group by invoice_id, event_date
    having sum(cents) <> 0
),

running as (
    select
        invoice_id,
        event_date as valid_from,
        lead(event_date) over (partition by invoice_id order by event_date) as valid_to,
        sum(cents) over (
            partition by invoice_id
            order by event_date
            rows between unbounded preceding and current row
        ) as cents
    from daily
)

select
    running.invoice_id,
    running.valid_from,
    -- A void closes the open amount, whatever was allocated.
    least(running.valid_to, invoices.voided_on) as valid_to,
    {{ from_cents('running.cents') }} as open_amount
from running
inner join {{ ref('int_invoices') }} as invoices on running.invoice_id = invoices.invoice_id
where
    running.cents <> 0
    and (invoices.voided_on is null or running.valid_from < invoices.voided_on)
