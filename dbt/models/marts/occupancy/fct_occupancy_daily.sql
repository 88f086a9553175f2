-- Supply is swept, not counted night by night: what begins and ends on a date, added up over the dates.
with turns as (
    select
        start_date as event_date,
        building_id,
        unit_type_id,
        state,
        is_conflict,
        1 as change
    from {{ ref('int_unit_spans') }}
    union all
    select
        end_date as event_date,
        building_id,
        unit_type_id,
        state,
        is_conflict,
        -1 as change
    from {{ ref('int_unit_spans') }}
),

changes as (
    select
        event_date,
        building_id,
        unit_type_id,
        sum(change) as inventory_nights,
        coalesce(sum(change) filter (where state = 'closed'), 0) as closed_nights,
        coalesce(sum(change) filter (where state = 'out_of_order'), 0) as out_of_order_nights,
        coalesce(sum(change) filter (where state = 'occupied'), 0) as occupied_nights,
        coalesce(sum(change) filter (where state = 'tentative'), 0) as tentative_nights,
        coalesce(sum(change) filter (where state = 'vacant'), 0) as vacant_nights,
        coalesce(sum(change) filter (where is_conflict), 0) as conflict_nights
    from turns
    group by event_date, building_id, unit_type_id
),

levels as (
    select
        event_date,
        lead(event_date) over by_date as next_date,
        building_id,
        unit_type_id,
        cast(sum(inventory_nights) over by_date as bigint) as inventory_nights,
        cast(sum(closed_nights) over by_date as bigint) as closed_nights,
        cast(sum(out_of_order_nights) over by_date as bigint) as out_of_order_nights,
        cast(sum(occupied_nights) over by_date as bigint) as occupied_nights,
        cast(sum(tentative_nights) over by_date as bigint) as tentative_nights,
        cast(sum(vacant_nights) over by_date as bigint) as vacant_nights,
        cast(sum(conflict_nights) over by_date as bigint) as conflict_nights
    from changes
    window by_date as (partition by building_id, unit_type_id order by event_date)
),

supply as (
    select
        {{ unfold_days('event_date', days_between('event_date', 'next_date')) }} as night_date,
        building_id,
        unit_type_id,
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
    select * from {{ ref('int_sold_days') }}
),

moves as (
    select
        start_date as night_date,
        building_id,
        unit_type_id,
        1 as arrivals,
        0 as departures
    from {{ ref('int_room_stays') }}
    where occupancy_state = 'occupied' and start_date is not null
    union all
    select
        end_date as night_date,
        building_id,
        unit_type_id,
        0 as arrivals,
        1 as departures
    from {{ ref('int_room_stays') }}
    where occupancy_state = 'occupied' and end_date is not null
),

moved as (
    select
        night_date,
        building_id,
        unit_type_id,
        sum(arrivals) as arrivals,
        sum(departures) as departures
    from moves
    group by night_date, building_id, unit_type_id
),

keys as (
    select
        night_date,
        building_id,
        unit_type_id
    from supply
    union
    select
        night_date,
        building_id,
        unit_type_id
    from sold
    union
    select
        night_date,
        building_id,
        unit_type_id
    from moved
)

select
    keys.night_date,
    keys.building_id,
    keys.unit_type_id,
    buildings.building_name,
    types.unit_type_name,
    coalesce(supply.inventory_nights, 0) as inventory_nights,
    coalesce(supply.closed_nights, 0) as closed_nights,
    coalesce(supply.out_of_order_nights, 0) as out_of_order_nights,
    coalesce(supply.inventory_nights - supply.closed_nights, 0) as available_nights,
    coalesce(supply.inventory_nights - supply.closed_nights - supply.out_of_order_nights, 0)
        as available_nights_net_ooo,
    coalesce(supply.occupied_nights, 0) as occupied_nights,
    coalesce(supply.tentative_nights, 0) as tentative_nights,
    coalesce(supply.vacant_nights, 0) as vacant_nights,
    coalesce(supply.conflict_nights, 0) as conflict_nights,
    coalesce(sold.sold_nights, 0) as sold_nights,
    cast(coalesce(moved.arrivals, 0) as bigint) as arrivals,
    cast(coalesce(moved.departures, 0) as bigint) as departures,
    {{ from_cents('coalesce(sold.net_cents, 0)') }} as room_revenue_net,
    {{ from_cents('coalesce(sold.vat_cents, 0)') }} as room_revenue_vat,
    {{ from_cents('coalesce(sold.net_cents, 0) + coalesce(sold.vat_cents, 0)') }} as room_revenue_gross,
    {{ from_cents('coalesce(sold.extras_cents, 0)') }} as extras_revenue_net,
    {{ from_cents('coalesce(sold.day_use_cents, 0)') }} as day_use_revenue_net,
    buildings.currency_code
from keys
left join supply
    on
        keys.night_date = supply.night_date
        and keys.building_id = supply.building_id
        and keys.unit_type_id = supply.unit_type_id
left join sold
    on
        keys.night_date = sold.night_date
        and keys.building_id = sold.building_id
        and keys.unit_type_id = sold.unit_type_id
left join moved
    on
        keys.night_date = moved.night_date
        and keys.building_id = moved.building_id
        and keys.unit_type_id = moved.unit_type_id
left join {{ ref('dim_buildings') }} as buildings on keys.building_id = buildings.building_id
left join {{ ref('dim_unit_types') }} as types on keys.unit_type_id = types.unit_type_id
