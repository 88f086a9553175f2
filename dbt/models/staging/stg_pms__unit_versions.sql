{{ config(materialized='table') }}

-- One row per version of a unit, with the business date of the load that brought it and of the one that replaced it, or
-- found the unit gone.
with loads as (
    {{ load_dates('units', ref('stg_pms__unit_walks')) }}
),

fields as (
    select
        record_key,
        valid_from,
        seen_at,
        {{ unit_fields('record') }}
    from {{ record_versions('units', unit_struct()) }}
),

times as (
    {{ known_spans('loads') }}
)

select
    fields.id as unit_id,
    coalesce(fields.unit_name, fields.name) as unit_name,
    fields.building_id,
    fields.building_name,
    coalesce(fields.unit_type_id, fields.unit_type__id) as unit_type_id,
    -- What a list without the flag means is not shown: taken as bookable.
    coalesce(fields.bookable, true) as is_bookable,
    fields.status as unit_status,
    fields.max_occupancy,
    fields.available_from,
    fields.available_to,
    fields.seen_at,
    times.loaded_on,
    times.replaced_on,
    times.is_first as is_of_first_load,
    row_number() over (partition by fields.record_key order by fields.valid_from desc) = 1 as is_newest
from fields
inner join times on fields.record_key = times.record_key and fields.valid_from = times.valid_from
where fields.id is not null
