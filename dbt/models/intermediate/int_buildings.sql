-- Every building that the API lists or has listed, with an existing time zone, a currency, and whether it is excluded.
-- Buildings that units and stays refer to, but that no load has found, have a row only if they are excluded.
with listed as (
    select * from {{ ref('stg_pms__buildings') }}
),

standing as (
    select
        building_id,
        building_name
    from {{ ref('stg_pms__units') }}
    where building_id is not null
    union all
    select
        building_id,
        building_name
    from {{ ref('stg_pms__room_stays') }}
    where building_id is not null
),

referenced as (
    select * from standing
    union all
    -- Deleted stays, whose invoices are left out, too. They tell the last name of a building of which nothing is left.
    select
        building_id,
        {{ at_max('building_name', 'valid_from', 'building_name is not null') }} as building_name
    from {{ ref('stg_pms__room_stay_versions') }}
    where
        room_stay_id not in (select stays.room_stay_id from {{ ref('stg_pms__room_stays') }} as stays)
        and building_id not in (select standing.building_id from standing)
    group by building_id
)

select
    listed.building_id,
    coalesce(listed.building_name, 'Building ' || listed.building_id) as building_name,
    listed.building_status,
    listed.development_id,
    developments.development_name,
    listed.city_name,
    listed.country_name,
    coalesce(zones.name, {{ setting('time_zone') }}) as time_zone,
    coalesce(listed.currency_code, {{ setting('base_currency') }}) as currency_code,
    listed.removed_on,
    coalesce({{ is_excluded_building('listed.building_id', 'listed.building_name') }}, false) as is_excluded
from listed
left join {{ ref('stg_pms__developments') }} as developments
    on listed.development_id = developments.development_id
left join {{ time_zones() }} as zones
    on listed.time_zone = zones.name
union all
select
    building_id,
    coalesce(max(building_name), 'Building ' || building_id) as building_name,
    null as building_status,
    null as development_id,
    null as development_name,
    null as city_name,
    null as country_name,
    {{ setting('time_zone') }} as time_zone,
    {{ setting('base_currency') }} as currency_code,
    null as removed_on,
    true as is_excluded
from referenced
where
    {{ is_excluded_building('building_id', 'building_name') }}
    and building_id not in (select listed.building_id from listed)
group by building_id
