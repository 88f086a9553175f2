{{ config(materialized='table') }}

-- One row per version of a unit, with the business dates of the load that brought it and of the load that replaced it
-- or found the unit deleted.
with fields as (
    select
        seen_at,
        loaded_on,
        replaced_on,
        is_first,
        is_newest,
        {{ unit_fields('record') }}
    from {{ dated_versions('units', unit_struct(), ref('stg_pms__unit_walks')) }}
)

select
    id as unit_id,
    coalesce(unit_name, name) as unit_name,
    building_id,
    building_name,
    coalesce(unit_type_id, unit_type__id) as unit_type_id,
    coalesce(unit_type_name, unit_type__name) as unit_type_name,
    -- What a missing flag means is not shown: we take the unit as bookable.
    coalesce(bookable, true) as is_bookable,
    status as unit_status,
    max_occupancy,
    available_from,
    available_to,
    seen_at,
    loaded_on,
    replaced_on,
    is_first as is_of_first_load,
    is_newest
from fields
where id is not null
