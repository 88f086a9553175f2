-- The buildings that the setting leaves out of every other mart.
with buildings as (
    select
        building_id,
        building_name
    from {{ ref('int_buildings') }}
    where is_excluded
),

units as (
    select
        building_id,
        count(*) as units
    from {{ ref('int_units') }}
    where is_excluded
    group by building_id
),

stays as (
    select
        building_id,
        count(*) as room_stays
    from {{ ref('int_stay_places') }}
    where is_excluded
    group by building_id
),

keys as (
    select building_id from buildings
    union
    select building_id from units
    union
    select building_id from stays
)

select
    keys.building_id,
    coalesce(buildings.building_name, 'Not stated') as building_name,
    coalesce(units.units, 0) as units,
    coalesce(stays.room_stays, 0) as room_stays
from keys
left join buildings on keys.building_id = buildings.building_id
left join units on keys.building_id = units.building_id
left join stays on keys.building_id = stays.building_id
