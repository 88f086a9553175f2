{{ config(severity='warn') }}
-- A name or id in NIGHTAUDIT_EXCLUDED_BUILDINGS that nothing has leaves nothing out: it is misspelt, or the building
-- has another name now.
{%- set buildings, units, stays = ref('int_buildings'), ref('stg_pms__units'), ref('stg_pms__room_stays') %}
with excluded as (
    {% for building in var('excluded_buildings') -%}
    select lower({{ text_of(building | string | trim) }}) as building
    union all
    {% endfor -%}
    select cast(null as {{ sql_type('varchar') }}) as building
),

{% set places = [buildings, units, stays] if var('excluded_buildings') else [buildings] -%}
known as (
    {% for place in places -%}
    select cast(building_id as {{ sql_type('varchar') }}) as building from {{ place }}
    union
    select lower(trim(building_name)) as building from {{ place }}
    {{ 'union' if not loop.last }}
    {% endfor %}
),

loaded as (
    select count(*) as buildings from known
)

select excluded.building
from excluded
cross join loaded
left join known on excluded.building = known.building
where
    excluded.building is not null
    and known.building is null
    and loaded.buildings > 0 -- nothing is before anything has been loaded
