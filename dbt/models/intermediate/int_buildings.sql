-- Every building the API knows or knew, the excluded ones marked, with a time zone that exists and a currency.
select
    buildings.building_id,
    coalesce(buildings.building_name, 'Building ' || buildings.building_id) as building_name,
    buildings.building_status,
    buildings.development_id,
    developments.development_name,
    buildings.city_name,
    buildings.country_name,
    coalesce(zones.name, '{{ var("time_zone") }}') as time_zone,
    coalesce(buildings.currency_code, '{{ var("base_currency") }}') as currency_code,
    buildings.removed_on,
    coalesce({{ is_excluded_building('buildings.building_id', 'buildings.building_name') }}, false) as is_excluded
from {{ ref('stg_pms__buildings') }} as buildings
left join {{ ref('stg_pms__developments') }} as developments
    on buildings.development_id = developments.development_id
left join {{ time_zones() }} as zones
    on buildings.time_zone = zones.name
