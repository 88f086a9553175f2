with lives as (
    select
        unit_id,
        min(start_date) as start_date,
        max(end_date) as end_date
    from {{ ref('int_unit_lives') }}
    where start_date < end_date
    group by unit_id
),

-- Units that stays refer to and no load has found, in the building and type of their latest stay.
unlisted as (
    select
        unit_id,
        {{ at_max('building_id', by_latest_stay()) }} as building_id,
        {{ at_max('unit_type_id', by_latest_stay()) }} as unit_type_id
    from {{ ref('int_room_stays') }}
    where unit_id is not null and unit_id not in (select units.unit_id from {{ ref('int_units') }} as units)
    group by unit_id
)

select
    units.unit_id,
    units.unit_name,
    units.building_id,
    units.unit_type_id,
    units.is_bookable,
    units.unit_status,
    units.max_occupancy,
    units.available_from,
    units.available_to,
    units.removed_on,
    lives.start_date as supply_from,
    lives.end_date as supply_to
from {{ ref('int_units') }} as units
left join lives on units.unit_id = lives.unit_id
where not units.is_excluded
union all
select
    unit_id,
    'Unit ' || unit_id as unit_name,
    building_id,
    unit_type_id,
    null as is_bookable,
    null as unit_status,
    null as max_occupancy,
    null as available_from,
    null as available_to,
    null as removed_on,
    null as supply_from,
    null as supply_to
from unlisted
