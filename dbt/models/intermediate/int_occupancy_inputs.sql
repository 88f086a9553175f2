-- What the days of a month of a building and unit type are made of, as one number: its supply, its sold nights and the
-- moves of its stays.
with stays as (
    select
        building_id,
        unit_type_id,
        start_date,
        end_date
    from {{ ref('int_room_stays') }}
    where occupancy_state = 'occupied'
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
        fingerprint as part
    from {{ ref('int_month_inputs') }}
    union all
    select
        {{ month_of('start_date') }} as month,
        building_id,
        unit_type_id,
        {{ fingerprint(["'arrival'", 'start_date']) }} as part
    from stays
    where start_date is not null
    union all
    select
        {{ month_of('end_date') }} as month,
        building_id,
        unit_type_id,
        {{ fingerprint(["'departure'", 'end_date']) }} as part
    from stays
    where end_date is not null
)

select
    month,
    building_id,
    unit_type_id,
    {{ fingerprint(['month', 'building_id', 'unit_type_id', fingerprint_of_group(['part'])]) }} as fingerprint
from parts
group by month, building_id, unit_type_id
