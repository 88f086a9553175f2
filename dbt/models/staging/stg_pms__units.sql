-- Units as they are now, and deleted ones as they last were.
select
    unit_id,
    unit_name,
    building_name,
    building_id,
    unit_type_id,
    unit_type_name,
    is_bookable,
    unit_status,
    max_occupancy,
    available_from,
    available_to,
    seen_at,
    replaced_on as removed_on
from {{ ref('stg_pms__unit_versions') }}
where is_newest
