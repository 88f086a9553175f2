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

-- There are hardly any, and without one neither units nor stays are read.
shared as (
    select
        listed.list,
        listed.name,
        min(listed.id) as counted_in,
        count(*) as have_the_name
    from listed
    left join {{ ref('int_buildings') }} as buildings on listed.building_id = buildings.building_id
    group by listed.list, listed.name, listed.shared_in
    having count(*) > 1 and not bool_and(coalesce(buildings.is_excluded, false))
),

stated as (
    {% for model in ['stg_pms__units', 'stg_pms__room_stays'] -%}
    {%- for list, name in [('building', 'building_name'), ('unit type', 'unit_type_name')] -%}
    select shared.*
    from {{ ref(model) }} as records
    inner join shared on lower(trim(records.{{ name }})) = shared.name
    where shared.list = '{{ list }}' and records.{{ name.replace('name', 'id') }} is null
    {{ 'union all' if not loop.last }}
    {% endfor %}
    {{ 'union all' if not loop.last }}
    {% endfor %}
)

select distinct
    list,
    name,
    counted_in,
    have_the_name
from stated
order by list, counted_in
