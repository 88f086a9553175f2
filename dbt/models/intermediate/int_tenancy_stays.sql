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

{% for turn, arrivals, departures in [(1, 'lived_in', 'lived_in'), (2, 'open_arrivals', 'open_departures')] -%}
{% if turn == 2 -%}
-- Second turn: the arrivals without a link continue the departures that are still free.
open_arrivals as (
    select * from beginnings_1
    where chain_id not in (select links_1.chain_id from links_1)
),

open_departures as (
    select * from lived_in
    where chain_id not in (select links_1.previous_chain_id from links_1)
),

{% endif -%}
-- A chain that begins in another unit continues the tenant's chain that ended latest before it. Each chain is continued
-- once only.
beginnings_{{ turn }} as (
    select
        later.chain_id,
        later.tenant_id,
        later.start_date,
        max(earlier.end_date) as left_on
    from {{ arrivals }} as later
    inner join {{ departures }} as earlier
        on
            later.tenant_id = earlier.tenant_id
            and later.chain_id <> earlier.chain_id
            and earlier.end_date <= later.start_date
            and later.start_date <= {{ add_days('earlier.end_date', setting('tenancy_gap_nights')) }}
    group by later.chain_id, later.tenant_id, later.start_date
),

arriving_{{ turn }} as (
    select
        *,
        row_number() over (partition by tenant_id, left_on order by start_date, chain_id) as place_in_queue
    from beginnings_{{ turn }}
),

leaving_{{ turn }} as (
    select
        *,
        row_number() over (partition by tenant_id, end_date order by chain_id) as place_in_queue
    from {{ departures }}
    {% if turn == 1 -%}
    where tenant_id in (select beginnings_1.tenant_id from beginnings_1)
    {% endif -%}
),

links_{{ turn }} as (
    select
        arriving.tenant_id,
        arriving.start_date,
        arriving.chain_id,
        leaving.chain_id as previous_chain_id
    from arriving_{{ turn }} as arriving
    inner join leaving_{{ turn }} as leaving
        on
            arriving.tenant_id = leaving.tenant_id
            and arriving.left_on = leaving.end_date
            and arriving.place_in_queue = leaving.place_in_queue
            and arriving.chain_id <> leaving.chain_id
),

{% endfor -%}
links as (
    select * from links_1
    union all
    select * from links_2
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
