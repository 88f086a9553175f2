-- Buildings as they are now, and deleted ones as they last were.
with fields as (
    select
        replaced_on,
        {{ building_fields('record') }}
    from {{ last_records('buildings', building_struct()) }}
)

select
    id as building_id,
    name as building_name,
    status as building_status,
    development_id,
    city_id,
    area_id,
    time_zone,
    {{ code_in('currency_code') }} as currency_code,
    coalesce(address__city, city) as city_name,
    coalesce(address__country, country) as country_name,
    replaced_on as removed_on
from fields
where id is not null
