-- Charges, credits and payments of the bookings whose price or summary was read, in cents of the currency of their
-- stays, with the time at which an invoice or allocation of the booking was last seen to change.
with asked_for as (
    select booking_id from {{ ref('stg_pms__booking_pricing') }}
    union
    select booking_id from {{ ref('stg_pms__booking_financial_summaries') }}
),

-- Amounts in several currencies have no sum.
asked as (
    select
        booking_id,
        min(currency_code) as currency_code
    from {{ ref('int_room_stays') }}
    where booking_id in (select asked_for.booking_id from asked_for)
    group by booking_id
    having count(distinct currency_code) = 1
),

invoices as (
    select
        booking_id,
        currency_code,
        sum(gross_cents) filter (where invoice_status = 'POSTED' and invoice_type is distinct from 'CREDIT_NOTE')
            as charged_cents,
        sum(gross_cents) filter (
            where invoice_status is distinct from 'VOID' and invoice_type is distinct from 'CREDIT_NOTE'
        ) as charged_with_drafts_cents,
        sum(gross_cents) filter (where invoice_status = 'POSTED' and invoice_type = 'CREDIT_NOTE') as credited_cents
    from {{ ref('int_invoices') }}
    where booking_id in (select asked.booking_id from asked)
    group by booking_id, currency_code
),

payments as (
    select
        invoices.booking_id,
        allocations.currency_code,
        sum(allocations.applied_cents) as paid_cents,
        sum(allocations.applied_cents) filter (where invoices.invoice_status is distinct from 'VOID')
            as paid_on_live_cents
    from {{ ref('int_allocations') }} as allocations
    inner join {{ ref('int_invoices') }} as invoices
        on coalesce(allocations.target_invoice_id, allocations.source_invoice_id) = invoices.invoice_id
    where allocations.is_cash and invoices.booking_id in (select asked.booking_id from asked)
    group by invoices.booking_id, allocations.currency_code
),

-- A record that was moved from a booking to another one, or deleted, is a change of the booking, too.
seen as (
    select
        invoices.booking_id,
        loads.seen_at
    from {{ ref('stg_pms__sales_invoice_versions') }} as invoices
    inner join {{ ref('stg_pms__sales_invoice_loads') }} as loads on invoices.record_key = loads.record_key
    where invoices.booking_id in (select asked.booking_id from asked)
    union all
    select
        invoices.booking_id,
        loads.seen_at
    from {{ ref('stg_pms__financial_allocation_versions') }} as allocations
    inner join {{ ref('stg_pms__financial_allocation_loads') }} as loads
        on allocations.stream = loads.stream and allocations.record_key = loads.record_key
    inner join {{ ref('stg_pms__sales_invoices') }} as invoices
        on coalesce(allocations.target_invoice_id, allocations.source_invoice_id) = invoices.invoice_id
    where invoices.booking_id in (select asked.booking_id from asked)
),

changed as (
    select
        booking_id,
        max(seen_at) as changed_at
    from seen
    group by booking_id
)

select
    asked.booking_id,
    asked.currency_code,
    changed.changed_at,
    coalesce(invoices.charged_cents, 0) as charged_cents,
    coalesce(invoices.charged_with_drafts_cents, 0) as charged_with_drafts_cents,
    coalesce(invoices.credited_cents, 0) as credited_cents,
    coalesce(payments.paid_cents, 0) as paid_cents,
    coalesce(payments.paid_on_live_cents, 0) as paid_on_live_cents
from asked
left join changed on asked.booking_id = changed.booking_id
left join invoices on asked.booking_id = invoices.booking_id and asked.currency_code = invoices.currency_code
left join payments on asked.booking_id = payments.booking_id and asked.currency_code = payments.currency_code
