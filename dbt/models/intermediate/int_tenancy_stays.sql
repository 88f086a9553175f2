{{ config(
    materialized='incremental',
    pre_hook="{{ keep_up_with(tenant_inputs()) }}",
) }}

-- The tenancy of each sold stay. A stay continues an earlier stay of the same contact that ended at most the allowed
-- gap before: one in the same unit first, else one elsewhere, where one departure is continued by one arrival only, so
-- that two units let at once stay two tenancies. A stay without a night is a tenancy of its own, because nobody lives
-- there. Only tenants with a changed stay are computed again.
with {{ recursive() }} tenants as (
    select * from {{ lacking(tenant_inputs()) }}
),

stays as (
    select
        room_stay_id,
        tenant_id,
        case when start_date < end_date then coalesce(unit_id, -room_stay_id) else -room_stay_id end as place,
        start_date,
        greatest(end_date, start_date) as end_date
    from {{ tenant_stays() }} as stays
    where {{ of_lacking('tenant_id', 'tenants') }}
),

in_order as (
    select
        *,
        max(end_date) over (
            partition by tenant_id, place
            order by start_date, end_date, room_stay_id
            rows between unbounded preceding and 1 preceding
        ) as place_busy_until
    from stays
),

chained as (
    select
        *,
        sum(
            case when start_date <= {{ add_days('place_busy_until', setting('tenancy_gap_nights')) }} then 0 else 1 end
        ) over (
            partition by tenant_id, place
            order by start_date, end_date, room_stay_id
            rows between unbounded preceding and current row
        ) as chain_number
    from in_order
),

-- One row per unbroken chain of stays of a tenant in one unit. The first stay gives the id of the chain.
chains as (
    select
        {{ at_min('room_stay_id', ['start_date', 'end_date', 'room_stay_id']) }} as chain_id,
        tenant_id,
        place,
        chain_number,
        min(start_date) as start_date,
        max(end_date) as end_date
    from chained
    group by tenant_id, place, chain_number
),

-- Chains with a night: nobody lives in a room that is only used by day.
lived_in as (
    select *
    from chains
    where start_date < end_date
),

-- Tenants of whom a chain begins soon enough after another ended. They are few.
movers as (
    select distinct later.tenant_id
    from lived_in as later
    inner join lived_in as earlier
        on
            later.tenant_id = earlier.tenant_id
            and earlier.end_date <= later.start_date
            and later.start_date <= {{ add_days('earlier.end_date', setting('tenancy_gap_nights')) }}
),

-- The departures and arrivals of each tenant in order, on one day the departures first.
moves as (
    select
        tenant_id,
        chain_id,
        end_date as moved_on,
        0 as is_arrival,
        -chain_id as place_in_day
    from lived_in
    where tenant_id in (select movers.tenant_id from movers)
    union all
    select
        tenant_id,
        chain_id,
        start_date as moved_on,
        1 as is_arrival,
        chain_id as place_in_day
    from lived_in
    where tenant_id in (select movers.tenant_id from movers)
),

-- Departures and arrivals nest like brackets that open and close: an arrival closes the latest departure that is still
-- open, which is the one before it at its depth. Of several departures on one day the lowest id is closed first.
nested as (
    select
        *,
        sum(1 - 2 * is_arrival) over (
            partition by tenant_id
            order by moved_on, is_arrival, place_in_day
            rows between unbounded preceding and current row
        ) + is_arrival as depth
    from moves
),

paired as (
    select
        *,
        lag(chain_id) over at_depth as previous_chain_id,
        lag(moved_on) over at_depth as left_on
    from nested
    window at_depth as (partition by tenant_id, depth order by moved_on, is_arrival, place_in_day)
),

-- A chain that begins in another unit continues the tenant's chain that ended latest before it. Each chain is continued
-- once only.
links as (
    select
        tenant_id,
        moved_on as start_date,
        chain_id,
        previous_chain_id
    from paired
    where is_arrival = 1 and moved_on <= {{ add_days('left_on', setting('tenancy_gap_nights')) }}
),

followed as (
    {{ follow('links', 'followed') }}
)

select
    chained.room_stay_id,
    coalesce(followed.tenancy_id, chains.chain_id) as tenancy_id,
    tenants.fingerprint
from chained
inner join tenants on chained.tenant_id = tenants.tenant_id
inner join chains
    on
        chained.tenant_id = chains.tenant_id
        and chained.place = chains.place
        and chained.chain_number = chains.chain_number
left join followed on chains.chain_id = followed.chain_id
