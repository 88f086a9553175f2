-- By month, building and unit type, arrivals, departures, sold nights and money of the stays equal those of the days.
-- Money is compared only where none of it was converted into another currency.
with stays as (
    select
        building_id,
        unit_type_id,
        start_date,
        end_date
    from {{ ref('int_room_stays') }}
    where occupancy_state = 'occupied'
),

differences as (
    select
        {{ month_of('start_date') }} as month,
        building_id,
        unit_type_id,
        1 as arrivals,
        0 as departures,
        0 as sold_nights,
        0 as net_cents,
        0 as vat_cents,
        0 as extras_cents,
        false as is_converted
    from stays
    where start_date is not null
    union all
    select
        {{ month_of('end_date') }} as month,
        building_id,
        unit_type_id,
        0 as arrivals,
        1 as departures,
        0 as sold_nights,
        0 as net_cents,
        0 as vat_cents,
        0 as extras_cents,
        false as is_converted
    from stays
    where end_date is not null
    union all
    select
        totals.month,
        totals.building_id,
        totals.unit_type_id,
        0 as arrivals,
        0 as departures,
        case when totals.is_day_use then 0 else totals.nights end as sold_nights,
        totals.net_cents,
        totals.vat_cents,
        totals.extras_net_cents as extras_cents,
        coalesce(totals.currency_code <> buildings.currency_code, false) as is_converted
    from {{ ref('int_night_totals') }} as totals
    inner join {{ ref('dim_buildings') }} as buildings on totals.building_id = buildings.building_id
    where totals.occupancy_state = 'occupied'
    union all
    select
        month,
        building_id,
        unit_type_id,
        -arrivals as arrivals,
        -departures as departures,
        -sold_nights as sold_nights,
        -net_cents as net_cents,
        -vat_cents as vat_cents,
        -extras_cents as extras_cents,
        false as is_converted
    from {{ ref('int_occupancy_months') }}
)

select
    month,
    building_id,
    unit_type_id,
    sum(arrivals) as arrivals,
    sum(departures) as departures,
    sum(sold_nights) as sold_nights,
    sum(net_cents) as net_cents,
    sum(vat_cents) as vat_cents,
    sum(extras_cents) as extras_cents
from differences
where building_id is not null and unit_type_id is not null
group by month, building_id, unit_type_id
having
    sum(arrivals) <> 0
    or sum(departures) <> 0
    or sum(sold_nights) <> 0
    or (
        not bool_or(is_converted)
        and (sum(net_cents) <> 0 or sum(vat_cents) <> 0 or sum(extras_cents) <> 0)
    )
