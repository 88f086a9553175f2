with supply as (
    select
        night_date,
        building_id,
        unit_type_id,
        count(*) as inventory_nights,
        count(*) filter (where state = 'closed') as closed_nights,
        count(*) filter (where state = 'out_of_order') as out_of_order_nights,
        count(*) filter (where state = 'occupied') as occupied_nights,
        count(*) filter (where state = 'tentative') as tentative_nights,
        count(*) filter (where state = 'vacant') as vacant_nights,
        count(*) filter (where is_conflict) as conflict_nights
    from {{ ref('fct_unit_nights') }}
    group by night_date, building_id, unit_type_id
),

nights as (
    select
        nights.*,
        -- Money of a stay in another currency than its building's, at the rate of the night; without a rate it is
        -- listed in quality.
        case when nights.currency_code = buildings.currency_code then 1 else rates.rate end as rate
    from {{ ref('int_nights') }} as nights
    inner join {{ ref('dim_buildings') }} as buildings on nights.building_id = buildings.building_id
    left join {{ ref('int_currency_rates') }} as rates
        on
            nights.currency_code = rates.from_currency
            and buildings.currency_code = rates.to_currency
            and nights.night_date >= rates.valid_from
            and nights.night_date < rates.valid_to
    where nights.occupancy_state = 'occupied'
),

sold as (
    select
        night_date,
        building_id,
        unit_type_id,
        count(*) filter (where not is_day_use) as sold_nights,
        sum({{ to_cents(from_cents('net_cents') ~ ' * rate') }}) as net_cents,
        sum({{ to_cents(from_cents('vat_cents') ~ ' * rate') }}) as vat_cents,
        sum({{ to_cents(from_cents('extras_net_cents') ~ ' * rate') }}) as extras_cents,
        coalesce(sum({{ to_cents(from_cents('net_cents') ~ ' * rate') }}) filter (where is_day_use), 0) as day_use_cents
    from nights
    group by night_date, building_id, unit_type_id
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
