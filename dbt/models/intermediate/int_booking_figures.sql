-- Our figures of the bookings that the API was asked about, in cents, and when something of each was last seen to
-- change.
with asked as (
    select booking_id from {{ ref('stg_pms__booking_pricing') }}
    union
    select booking_id from {{ ref('stg_pms__booking_financial_summaries') }}
),

stays as (
    select
        booking_id,
        min(currency_code) as currency_code,
        count(distinct currency_code) as currencies,
        sum(net_cents + extras_net_cents) filter (where room_stay_status <> 'CANCELLED') as net_cents,
        sum(net_cents + extras_net_cents) as net_with_cancelled_cents,
        sum(net_cents + extras_net_cents) filter (where occupancy_state in ('occupied', 'tentative'))
            as net_held_cents,
        sum(net_cents + extras_net_cents) filter (where occupancy_state = 'occupied') as net_sold_cents,
        sum(net_cents) filter (where room_stay_status <> 'CANCELLED') as net_rooms_cents,
        sum(net_cents + vat_cents + extras_net_cents + extras_vat_cents) filter (where room_stay_status <> 'CANCELLED')
            as gross_cents
    from {{ ref('int_room_stays') }}
    where booking_id in (select asked.booking_id from asked)
    group by booking_id
),

invoices as (
    select
        booking_id,
        sum(gross_cents) filter (where invoice_status = 'POSTED' and invoice_type is distinct from 'CREDIT_NOTE')
            as charged_cents,
        sum(gross_cents) filter (where invoice_status <> 'VOID' and invoice_type is distinct from 'CREDIT_NOTE')
            as charged_with_drafts_cents,
        sum(gross_cents) filter (where invoice_status = 'POSTED' and invoice_type = 'CREDIT_NOTE') as credited_cents
    from {{ ref('int_invoices') }}
    where booking_id in (select asked.booking_id from asked)
    group by booking_id
),

payments as (
    select
        invoices.booking_id,
        sum(allocations.applied_cents) as paid_cents,
        sum(allocations.applied_cents) filter (where invoices.invoice_status <> 'VOID') as paid_on_live_cents
    from {{ ref('int_allocations') }} as allocations
    inner join {{ ref('int_invoices') }} as invoices on allocations.target_invoice_id = invoices.invoice_id
    where allocations.is_cash and invoices.booking_id in (select asked.booking_id from asked)
    group by invoices.booking_id
),

seen as (
    select
        booking_id,
        seen_at
    from {{ ref('stg_pms__room_stays') }}
    union all
    select
        booking_id,
        seen_at
    from {{ ref('stg_pms__sales_invoices') }}
    union all
    select
        invoices.booking_id,
        allocations.seen_at
    from {{ ref('stg_pms__financial_allocations') }} as allocations
    inner join {{ ref('stg_pms__sales_invoices') }} as invoices
        on allocations.target_invoice_id = invoices.invoice_id
),

changed as (
    select
        booking_id,
        max(seen_at) as changed_at
    from seen
    where booking_id in (select asked.booking_id from asked)
    group by booking_id
)

select
    stays.booking_id,
    stays.currency_code,
    changed.changed_at,
    coalesce(stays.net_cents, 0) as net_cents,
    coalesce(stays.net_with_cancelled_cents, 0) as net_with_cancelled_cents,
    coalesce(stays.net_held_cents, 0) as net_held_cents,
    coalesce(stays.net_sold_cents, 0) as net_sold_cents,
    coalesce(stays.net_rooms_cents, 0) as net_rooms_cents,
    coalesce(stays.gross_cents, 0) as gross_cents,
    coalesce(invoices.charged_cents, 0) as charged_cents,
    coalesce(invoices.charged_with_drafts_cents, 0) as charged_with_drafts_cents,
    coalesce(invoices.credited_cents, 0) as credited_cents,
    coalesce(payments.paid_cents, 0) as paid_cents,
    coalesce(payments.paid_on_live_cents, 0) as paid_on_live_cents
from stays
inner join changed on stays.booking_id = changed.booking_id
left join invoices on stays.booking_id = invoices.booking_id
left join payments on stays.booking_id = payments.booking_id
-- Amounts in several currencies have no sum.
where stays.currencies = 1
