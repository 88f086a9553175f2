-- Our figures of a booking beside those of the API, in cents. A booking is compared only if nothing of it was seen to
-- change after the API was asked.
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
),

ours as (
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
),

prices as (
    select
        ours.*,
        {{ to_cents('theirs.total_net') }} as their_net_cents,
        {{ to_cents('theirs.due_gross') }} as their_due_cents,
        theirs.total_net is not null as has_net,
        theirs.due_gross is not null as has_due
    from ours
    inner join {{ ref('stg_pms__booking_pricing') }} as theirs on ours.booking_id = theirs.booking_id
    where ours.changed_at <= theirs.read_at
),

summaries as (
    select
        ours.*,
        {{ to_cents('theirs.charges') }} as their_charges_cents,
        {{ to_cents('theirs.payments') }} as their_payments_cents,
        {{ to_cents('theirs.adjustments') }} as their_adjustments_cents,
        {{ to_cents('theirs.balance') }} as their_balance_cents,
        theirs.balance is not null as has_balance
    from ours
    inner join {{ ref('stg_pms__booking_financial_summaries') }} as theirs on ours.booking_id = theirs.booking_id
    where ours.changed_at <= theirs.read_at
),

compared as (
    select
        'net price of bookings' as measure,
        {{ text_of("total.net of the booking's pricing") }} as compared_with,
        booking_id,
        currency_code,
        net_cents as our_cents,
        their_net_cents as their_cents,
        case their_net_cents
            when net_with_cancelled_cents then 'theirs counts cancelled stays'
            when net_held_cents then 'theirs leaves out what holds no unit: enquiries, no-shows'
            when net_sold_cents then 'theirs counts sold stays only'
            when net_rooms_cents then 'theirs leaves out extras'
        end as cause
    from prices
    where has_net
    union all
    select
        'due of bookings' as measure,
        {{ text_of("due.gross of the booking's pricing") }} as compared_with,
        booking_id,
        currency_code,
        gross_cents - paid_cents as our_cents,
        their_due_cents as their_cents,
        case their_due_cents
            when charged_cents + credited_cents - paid_cents then 'theirs is what is invoiced and not paid'
            when gross_cents then 'theirs does not take payments off'
            when gross_cents - paid_on_live_cents then 'theirs leaves out payments on void invoices'
        end as cause
    from prices
    where has_due
    union all
    select
        'charges of bookings' as measure,
        'charges of the financial summary' as compared_with,
        booking_id,
        currency_code,
        charged_cents as our_cents,
        their_charges_cents as their_cents,
        case their_charges_cents
            when charged_with_drafts_cents then 'theirs counts invoices that are not posted yet'
            when charged_cents + credited_cents then 'theirs takes credit notes off'
            when gross_cents then 'theirs is the price of the stays, invoiced or not'
        end as cause
    from summaries
    union all
    select
        'payments of bookings' as measure,
        'payments of the financial summary' as compared_with,
        booking_id,
        currency_code,
        paid_cents as our_cents,
        their_payments_cents as their_cents,
        case their_payments_cents
            when paid_on_live_cents then 'theirs leaves out payments on void invoices'
            when -paid_cents then 'theirs writes payments with the other sign'
        end as cause
    from summaries
    union all
    select
        'adjustments of bookings' as measure,
        'adjustments of the financial summary' as compared_with,
        booking_id,
        currency_code,
        credited_cents as our_cents,
        their_adjustments_cents as their_cents,
        case when their_adjustments_cents = -credited_cents then 'theirs writes credit notes with the other sign' end
            as cause
    from summaries
    union all
    select
        'balance of bookings' as measure,
        'balance of the financial summary' as compared_with,
        booking_id,
        currency_code,
        charged_cents + credited_cents - paid_cents as our_cents,
        their_balance_cents as their_cents,
        case their_balance_cents
            when charged_with_drafts_cents + credited_cents - paid_cents
                then 'theirs counts invoices that are not posted yet'
            when charged_cents + credited_cents - paid_on_live_cents
                then 'theirs leaves out payments on void invoices'
        end as cause
    from summaries
    where has_balance
)

select
    measure,
    compared_with,
    booking_id,
    currency_code,
    our_cents,
    their_cents,
    case when our_cents <> their_cents then coalesce(cause, 'not told') end as cause
from compared
