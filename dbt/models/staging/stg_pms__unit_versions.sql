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
),

-- What the answer for one unit states now, where the rows of the list leave out the type.
details as (
    select
        parent_key,
        {{ unit_fields('record') }}
    from {{ records('units_details', unit_struct()) }}
)

select
    fields.id as unit_id,
    coalesce(fields.unit_name, fields.name, details.name) as unit_name,
    coalesce(fields.building_id, details.building_id) as building_id,
    coalesce(fields.building_name, details.building_name) as building_name,
    coalesce(fields.unit_type_id, fields.unit_type__id, details.unit_type_id, details.unit_type__id) as unit_type_id,
    coalesce(
        fields.unit_type_name, fields.unit_type__name, details.unit_type_name, details.unit_type__name
    ) as unit_type_name,
    -- What a missing flag means is not shown: we take the unit as bookable.
    coalesce(fields.bookable, details.bookable, true) as is_bookable,
    coalesce(fields.status, details.status) as unit_status,
    coalesce(fields.max_occupancy, details.max_occupancy) as max_occupancy,
    coalesce(fields.available_from, details.available_from) as available_from,
    coalesce(fields.available_to, details.available_to) as available_to,
    fields.seen_at,
    fields.loaded_on,
    fields.replaced_on,
    fields.is_first as is_of_first_load,
    fields.is_newest
from fields
left join details
    on
        fields.id = try_cast(details.parent_key as bigint)
        -- A row that states a type leaves nothing out.
        and coalesce(fields.unit_type_id, fields.unit_type__id) is null
        and coalesce(fields.unit_type_name, fields.unit_type__name) is null
where fields.id is not null
