-- Our figures of each booking beside the API's, in cents. A booking is compared only if no part of it was seen to
-- change after the API's figure was read, and with figures in its own currency.
with prices as (
    select
        ours.*,
        {{ to_cents('theirs.total_net') }} as their_net_cents,
        {{ to_cents('theirs.due_gross') }} as their_due_cents,
        theirs.total_net is not null as has_net,
        theirs.due_gross is not null as has_due
    from {{ ref('int_booking_figures') }} as ours
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
        theirs.charges is not null as has_charges,
        theirs.payments is not null as has_payments,
        theirs.adjustments is not null as has_adjustments,
        theirs.balance is not null as has_balance
    from {{ ref('int_booking_figures') }} as ours
    inner join {{ ref('stg_pms__booking_financial_summaries') }} as theirs on ours.booking_id = theirs.booking_id
    where
        ours.changed_at <= theirs.read_at
        and (theirs.currency_code is null or theirs.currency_code = ours.currency_code)
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
    where has_charges
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
    where has_payments
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
    where has_adjustments
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
