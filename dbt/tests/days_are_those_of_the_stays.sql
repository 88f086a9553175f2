-- Nights sold, arrivals, departures and money of the days of a month, by building and unit type, against those of the
-- stays; the money where none of it was converted.
with stays as (
    select
        *,
        greatest(nights, 1) as shares
    from {{ ref('int_room_stays') }}
    where occupancy_state = 'occupied'
),

dated as (
    select *
    from stays
    where start_date is not null and end_date is not null
),

moves as (
    select
        {{ month_of('start_date') }} as month,
        building_id,
        unit_type_id,
        1 as arrivals,
        0 as departures
    from stays
    where start_date is not null
    union all
    select
        {{ month_of('end_date') }} as month,
        building_id,
        unit_type_id,
        0 as arrivals,
        1 as departures
    from stays
    where end_date is not null
),

moved as (
    select
        month,
        building_id,
        unit_type_id,
        sum(arrivals) as arrivals,
        sum(departures) as departures
    from moves
    group by month, building_id, unit_type_id
),

sold as (
    select
        parts.month,
        parts.building_id,
        parts.unit_type_id,
        sum(case when parts.is_day_use then 0 else parts.end_number - parts.first_number end) as sold_nights,
        sum({{ month_share('parts.net_cents') }}) as net_cents,
        sum({{ month_share('parts.vat_cents') }}) as vat_cents,
        sum({{ month_share('parts.extras_net_cents') }}) as extras_cents,
        count(*) filter (where parts.currency_code <> buildings.currency_code) as converted
    from {{ stay_months('dated') }} as parts
    inner join {{ ref('dim_buildings') }} as buildings on parts.building_id = buildings.building_id
    group by parts.month, parts.building_id, parts.unit_type_id
),

of_stays as (
    select
        month,
        building_id,
        unit_type_id,
        moved.arrivals,
        moved.departures,
        sold.sold_nights,
        sold.net_cents,
        sold.vat_cents,
        sold.extras_cents,
        coalesce(sold.converted, 0) > 0 as is_converted
    from moved
    full outer join sold using (month, building_id, unit_type_id)
    where building_id is not null and unit_type_id is not null
),

of_days as (
    select
        {{ month_of('night_date') }} as month,
        building_id,
        unit_type_id,
        sum(arrivals) as arrivals,
        sum(departures) as departures,
        sum(sold_nights) as sold_nights,
        sum(net_cents) as net_cents,
        sum(vat_cents) as vat_cents,
        sum(extras_cents) as extras_cents
    from {{ ref('int_occupancy_days') }}
    group by {{ month_of('night_date') }}, building_id, unit_type_id
)

select
    month,
    building_id,
    unit_type_id,
    of_stays.arrivals,
    of_days.arrivals as arrivals_of_days,
    of_stays.departures,
    of_days.departures as departures_of_days,
    of_stays.sold_nights,
    of_days.sold_nights as sold_nights_of_days,
    of_stays.net_cents,
    of_days.net_cents as net_cents_of_days
from of_stays
full outer join of_days using (month, building_id, unit_type_id)
where
    coalesce(of_stays.arrivals, 0) <> coalesce(of_days.arrivals, 0)
    or coalesce(of_stays.departures, 0) <> coalesce(of_days.departures, 0)
    or coalesce(of_stays.sold_nights, 0) <> coalesce(of_days.sold_nights, 0)
    or not coalesce(of_stays.is_converted, false)
    and (
        coalesce(of_stays.net_cents, 0) <> coalesce(of_days.net_cents, 0)
        or coalesce(of_stays.vat_cents, 0) <> coalesce(of_days.vat_cents, 0)
        or coalesce(of_stays.extras_cents, 0) <> coalesce(of_days.extras_cents, 0)
    )
