{{ config(severity='warn') }}
-- An entry of NIGHTAUDIT_EXCLUDED_BUILDINGS that is the name or id of no building leaves nothing out: the entry is
-- misspelt, or the building has another name now.
with known as (
    select lower(cast(building_id as {{ sql_type('varchar') }})) as building from {{ ref('int_buildings') }}
    union
    select lower(trim(building_name)) as building from {{ ref('int_buildings') }}
),

loaded as (
    select count(*) as buildings from known
),

excluded as (
    select {{ each(setting('excluded_buildings')) }} as building
)

select
    'NIGHTAUDIT_EXCLUDED_BUILDINGS' as setting,
    excluded.building,
    'is the name or id of none' as which
from excluded
cross join loaded
left join known on excluded.building = known.building
where
    known.building is null
    and loaded.buildings > 0 -- without loaded buildings, no entry can be the name of one
order by excluded.building
