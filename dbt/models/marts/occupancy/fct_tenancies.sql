select
    members.tenancy_id,
    arg_min(stays.contact_id, (stays.start_date, stays.room_stay_id)) as contact_id,
    -- Where the tenant lives now, or lived last.
    arg_max(stays.unit_id, (stays.end_date, stays.start_date, stays.room_stay_id)) as unit_id,
    arg_max(stays.building_id, (stays.end_date, stays.start_date, stays.room_stay_id)) as building_id,
    min(stays.start_date) as first_start_date,
    max(stays.end_date) as last_end_date,
    cast(sum(stays.nights) as bigint) as nights,
    count(*) as stay_count,
    sum(stays.nights) >= {{ var('residential_from_nights') }} as is_residential
from {{ ref('int_tenancy_stays') }} as members
inner join {{ ref('int_room_stays') }} as stays on members.room_stay_id = stays.room_stay_id
group by members.tenancy_id
