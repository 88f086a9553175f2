-- One fingerprint per month, building and unit type of everything that its days are computed from: supply, sold stays
-- with their arrivals and departures, the currency of the building, and the rates.
with dated as (
    select
        building_id,
        unit_type_id,
        start_date,
        end_date,
        greatest(nights, 1) as shares,
        fingerprint
    from {{ ref('int_room_stays') }}
    where {{ sells_nights() }}
),

rates as (
    select
        coalesce({{ fingerprint_of_group(['from_currency', 'to_currency', 'valid_from', 'valid_to', 'rate']) }}, 0)
            as all_rates
    from {{ ref('int_currency_rates') }}
),

parts as (
    select
        month,
        building_id,
        unit_type_id,
        {{ fingerprint(['state', 'is_conflict', 'start_date', 'end_date']) }} as part
    from {{ span_months(ref('int_unit_spans')) }} as spans
    union all
    select
        month,
        building_id,
        unit_type_id,
        {{ fingerprint(['fingerprint', 'first_number']) }} as part
    from {{ stay_months('dated') }} as dated_months
    union all
    -- The fingerprint of a stay covers its arrival and departure in months in which the stay has a night. The parts
    -- below are arrivals and departures in other months.
    select
        {{ month_of('start_date') }} as month,
        building_id,
        unit_type_id,
        {{ fingerprint(["'arrival'", 'start_date']) }} as part
    from {{ ref('int_room_stays') }}
    where occupancy_state = 'occupied' and start_date is not null and end_date is null
    union all
    select
        {{ month_of('end_date') }} as month,
        building_id,
        unit_type_id,
        {{ fingerprint(["'departure'", 'end_date']) }} as part
    from {{ ref('int_room_stays') }}
    where
        occupancy_state = 'occupied'
        and end_date is not null
        and (
            start_date is null
            or {{ month_of('end_date') }} < {{ month_of('start_date') }}
            or {{ month_of('end_date') }} > {{ month_of(add_days('start_date', 'greatest(nights, 1) - 1')) }}
        )
),

months as (
    select
        month,
        building_id,
        unit_type_id,
        -- A sum, so that the order of the rows does not matter.
        {{ fingerprint_of_group(['part']) }} as all_parts
    from parts
    group by month, building_id, unit_type_id
)

select
    months.month,
    months.building_id,
    months.unit_type_id,
    {{ fingerprint([
        'months.month', 'months.building_id', 'months.unit_type_id', 'months.all_parts', 'buildings.currency_code',
        'rates.all_rates',
    ]) }} as fingerprint
from months
left join {{ ref('dim_buildings') }} as buildings on months.building_id = buildings.building_id
cross join rates
