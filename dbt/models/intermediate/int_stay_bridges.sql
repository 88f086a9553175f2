{{ config(
    materialized='incremental',
    pre_hook="{{ keep_up_with(bridge_inputs()) }}",
) }}

-- Amounts earned, invoiced and deferred of each stay, in cents, one row for each month in which something was earned or
-- invoiced. Only stays that changed, or whose invoices did, are computed again.
with inputs as (
    select * from {{ lacking(bridge_inputs()) }}
),

stays as (
    select
        room_stay_id,
        building_id,
        currency_code,
        start_date,
        greatest(nights, 1) as shares,
        net_cents,
        extras_net_cents
    from {{ ref('int_room_stays') }}
    where {{ sells_nights() }} and {{ of_lacking('room_stay_id', 'inputs') }}
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
        month,
        0 as room_cents,
        0 as extras_cents,
        net_cents as invoiced_cents
    from {{ ref('int_stay_invoices') }}
    where {{ of_lacking('room_stay_id', 'inputs') }}
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
    bridged.room_stay_id,
    bridged.month,
    bridged.next_month,
    bridged.building_id,
    bridged.currency_code,
    cast(bridged.invoiced_cents as bigint) as invoiced_cents,
    cast(bridged.room_cents as bigint) as room_cents,
    cast(bridged.extras_cents as bigint) as extras_cents,
    cast(bridged.closing_cents as bigint) as closing_cents,
    inputs.fingerprint
from bridged
inner join inputs on bridged.room_stay_id = inputs.room_stay_id
