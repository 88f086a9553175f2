{{ config(severity='warn') }}
-- Units and room stays that state only the name of their building count in the building with the lowest id of those
-- that have it, whichever is meant. The same holds for unit types of a building. Rename all but one in the PMS.
with listed as (
    select
        'building' as list,
        lower(trim(building_name)) as name,
        building_id as id,
        building_id,
        -1 as shared_in
    from {{ ref('int_buildings') }}
    where removed_on is null
    union all
    select
        'unit type' as list,
        lower(trim(unit_type_name)) as name,
        unit_type_id as id,
        building_id,
        building_id as shared_in
    from {{ ref('stg_pms__unit_types') }}
    where removed_on is null
),

stated as (
    {% for model in ['stg_pms__units', 'stg_pms__room_stays'] -%}
    select
        'building' as list,
        lower(trim(building_name)) as name
    from {{ ref(model) }}
    where building_id is null
    union
    select
        'unit type' as list,
        lower(trim(unit_type_name)) as name
    from {{ ref(model) }}
    where unit_type_id is null
    {{ 'union' if not loop.last }}
    {% endfor %}
)

select
    listed.list,
    listed.name,
    min(listed.id) as counted_in,
    count(*) as have_the_name
from listed
inner join stated on listed.list = stated.list and listed.name = stated.name
left join {{ ref('int_buildings') }} as buildings on listed.building_id = buildings.building_id
group by listed.list, listed.name, listed.shared_in
having count(*) > 1 and not bool_and(coalesce(buildings.is_excluded, false))
order by listed.list, counted_in
