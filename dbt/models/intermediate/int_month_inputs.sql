-- What the money of a month of a building and unit type is made of, as one number: its sold stays, the currency of the
-- building and the rates.
with stays as (
    select
        building_id,
        unit_type_id,
        start_date,
        greatest(nights, 1) as shares,
        fingerprint
    from {{ ref('int_room_stays') }}
    where occupancy_state = 'occupied' and start_date is not null and end_date is not null
),

rates as (
    select
        coalesce({{ fingerprint_of_group(['from_currency', 'to_currency', 'valid_from', 'valid_to', 'rate']) }}, 0)
            as all_rates
    from {{ ref('int_currency_rates') }}
),

months as (
    select
        parts.month,
        parts.building_id,
        parts.unit_type_id,
        count(*) as stays,
        -- A sum, not the rows: one number for a set in any order.
        {{ fingerprint_of_group(['parts.fingerprint', 'parts.first_number']) }} as all_stays
    from {{ stay_months('stays') }} as parts
    group by parts.month, parts.building_id, parts.unit_type_id
)

select
    months.month,
    months.building_id,
    months.unit_type_id,
    {{ fingerprint([
        'months.month', 'months.building_id', 'months.unit_type_id', 'months.stays', 'months.all_stays',
        'buildings.currency_code', 'rates.all_rates',
    ]) }} as fingerprint
from months
inner join {{ ref('dim_buildings') }} as buildings on months.building_id = buildings.building_id
cross join rates
