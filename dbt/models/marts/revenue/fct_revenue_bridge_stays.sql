-- The bridge of revenue.fct_revenue_monthly stay by stay: a row for each month in which something was earned or
-- invoiced, whose closing holds until the next.
with stays as (
    select
        room_stay_id,
        building_id,
        currency_code,
        start_date,
        greatest(nights, 1) as shares,
        net_cents,
        extras_net_cents
    from {{ ref('int_room_stays') }}
    where occupancy_state = 'occupied' and start_date is not null and end_date is not null
),

flows as (
    select
        room_stay_id,
        building_id,
        currency_code,
        month,
        {{ month_share('net_cents') }} as room_cents,
        {{ month_share('extras_net_cents') }} as extras_cents,
        0 as invoiced_cents
    from {{ stay_months('stays') }} as parts
    union all
    select
        room_stay_id,
        building_id,
        currency_code,
        {{ month_of('invoiced_on') }} as month,
        0 as room_cents,
        0 as extras_cents,
        net_cents as invoiced_cents
    from {{ ref('int_invoice_lines') }}
    union all
    select
        room_stay_id,
        building_id,
        currency_code,
        {{ month_of('voided_on') }} as month,
        0 as room_cents,
        0 as extras_cents,
        -net_cents as invoiced_cents
    from {{ ref('int_invoice_lines') }}
    where voided_on is not null
),

months as (
    select
        room_stay_id,
        building_id,
        currency_code,
        month,
        sum(room_cents) as room_cents,
        sum(extras_cents) as extras_cents,
        sum(invoiced_cents) as invoiced_cents
    from flows
    group by room_stay_id, building_id, currency_code, month
    having sum(room_cents) <> 0 or sum(extras_cents) <> 0 or sum(invoiced_cents) <> 0
),

bridged as (
    select
        *,
        sum(invoiced_cents - room_cents - extras_cents) over (
            partition by room_stay_id, building_id, currency_code
            order by month
            rows between unbounded preceding and current row
        ) as closing_cents,
        lead(month) over (partition by room_stay_id, building_id, currency_code order by month) as next_month
    from months
)

select
    room_stay_id,
    month,
    next_month,
    building_id,
    currency_code,
    {{ from_cents('closing_cents - invoiced_cents + room_cents + extras_cents') }} as deferred_opening,
    {{ from_cents('invoiced_cents') }} as invoiced_net,
    {{ from_cents('room_cents') }} as room_earned_net,
    {{ from_cents('extras_cents') }} as extras_earned_net,
    {{ from_cents('closing_cents') }} as deferred_closing,
    month > {{ this_month() }} as is_forecast
from bridged
