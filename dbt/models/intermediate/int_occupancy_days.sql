{{ config(
    materialized='incremental',
    pre_hook="{{ keep_up_with(ref('int_occupancy_inputs')) }}",
) }}

-- Supply is a running sum over the dates on which spans begin and end, not a count night by night. Only months of a
-- building and unit type in which anything changed are computed again.
{% set stays = rows_of_lacking_months(ref('int_room_stays'), 'months') %}
with months as (
    select * from {{ lacking(ref('int_occupancy_inputs')) }}
),

-- The begin and the end of each span.
turns as (
    select
        parts.start_date,
        parts.end_date,
        parts.state,
        parts.is_conflict,
        months.fingerprint,
        {{ each(list_of(['1', '-1'])) }} as change
    from {{ span_months(rows_of_lacking_months(ref('int_unit_spans'), 'months')) }} as parts
    inner join months
        on
            parts.month = months.month
            and parts.building_id = months.building_id
            and parts.unit_type_id = months.unit_type_id
),

changes as (
    select
        case when change > 0 then start_date else end_date end as event_date,
        fingerprint,
        sum(change) as inventory_nights,
        coalesce(sum(change) filter (where state = 'closed'), 0) as closed_nights,
        coalesce(sum(change) filter (where state = 'out_of_order'), 0) as out_of_order_nights,
        coalesce(sum(change) filter (where state = 'occupied'), 0) as occupied_nights,
        coalesce(sum(change) filter (where state = 'tentative'), 0) as tentative_nights,
        coalesce(sum(change) filter (where state = 'vacant'), 0) as vacant_nights,
        coalesce(sum(change) filter (where is_conflict), 0) as conflict_nights
    from turns
    group by case when change > 0 then start_date else end_date end, fingerprint
),

levels as (
    select
        event_date,
        lead(event_date) over by_date as next_date,
        fingerprint,
        cast(sum(inventory_nights) over by_date as bigint) as inventory_nights,
        cast(sum(closed_nights) over by_date as bigint) as closed_nights,
        cast(sum(out_of_order_nights) over by_date as bigint) as out_of_order_nights,
        cast(sum(occupied_nights) over by_date as bigint) as occupied_nights,
        cast(sum(tentative_nights) over by_date as bigint) as tentative_nights,
        cast(sum(vacant_nights) over by_date as bigint) as vacant_nights,
        cast(sum(conflict_nights) over by_date as bigint) as conflict_nights
    from changes
    window by_date as (partition by fingerprint order by event_date)
),

supply as (
    select
        {{ unfold_days('event_date', days_between('event_date', 'next_date')) }} as night_date,
        fingerprint,
        inventory_nights,
        closed_nights,
        out_of_order_nights,
        occupied_nights,
        tentative_nights,
        vacant_nights,
        conflict_nights
    from levels
    where inventory_nights > 0
),

sold as (
    {{ sold_days(stays, 'months') }}
),

moves as (
    select
        start_date as night_date,
        building_id,
        unit_type_id,
        1 as arrivals,
        0 as departures
    from {{ stays }}
    where occupancy_state = 'occupied' and start_date is not null
    union all
    select
        end_date as night_date,
        building_id,
        unit_type_id,
        0 as arrivals,
        1 as departures
    from {{ stays }}
    where occupancy_state = 'occupied' and end_date is not null
),

moved as (
    select
        moves.night_date,
        months.fingerprint,
        sum(moves.arrivals) as arrivals,
        sum(moves.departures) as departures
    from moves
    inner join months
        on
            {{ month_of('moves.night_date') }} = months.month
            and moves.building_id = months.building_id
            and moves.unit_type_id = months.unit_type_id
    group by moves.night_date, months.fingerprint
),

days as (
    select
        night_date,
        fingerprint,
        supply.inventory_nights,
        supply.closed_nights,
        supply.out_of_order_nights,
        supply.occupied_nights,
        supply.tentative_nights,
        supply.vacant_nights,
        supply.conflict_nights,
        sold.sold_nights,
        sold.net_cents,
        sold.vat_cents,
        sold.extras_cents,
        sold.day_use_cents,
        moved.arrivals,
        moved.departures
    from supply
    full join sold using (night_date, fingerprint)
    full join moved using (night_date, fingerprint)
)

select
    days.night_date,
    months.building_id,
    months.unit_type_id,
    coalesce(days.inventory_nights, 0) as inventory_nights,
    coalesce(days.closed_nights, 0) as closed_nights,
    coalesce(days.out_of_order_nights, 0) as out_of_order_nights,
    coalesce(days.inventory_nights - days.closed_nights, 0) as available_nights,
    coalesce(days.inventory_nights - days.closed_nights - days.out_of_order_nights, 0)
        as available_nights_net_ooo,
    coalesce(days.occupied_nights, 0) as occupied_nights,
    coalesce(days.tentative_nights, 0) as tentative_nights,
    coalesce(days.vacant_nights, 0) as vacant_nights,
    coalesce(days.conflict_nights, 0) as conflict_nights,
    cast(coalesce(days.sold_nights, 0) as bigint) as sold_nights,
    cast(coalesce(days.arrivals, 0) as bigint) as arrivals,
    cast(coalesce(days.departures, 0) as bigint) as departures,
    cast(coalesce(days.net_cents, 0) as bigint) as net_cents,
    cast(coalesce(days.vat_cents, 0) as bigint) as vat_cents,
    cast(coalesce(days.extras_cents, 0) as bigint) as extras_cents,
    cast(coalesce(days.day_use_cents, 0) as bigint) as day_use_cents,
    days.fingerprint
from days
inner join months on days.fingerprint = months.fingerprint
