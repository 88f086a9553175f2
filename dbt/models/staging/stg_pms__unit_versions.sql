-- One row per version of a unit, with the business date of the load that brought it and of the one that replaced it, or
-- found the unit gone.
with dates as (
    {{ walk_dates('units') }}
),

loads as (
    {{ load_dates('units', 'dates') }}
),

fields as (
    select
        record_key,
        valid_from,
        {{ unit_fields('record') }}
    from {{ record_versions('units', unit_struct()) }}
),

times as (
    select
        record_key,
        valid_from,
        loaded_on,
        lead(loaded_on) over (partition by record_key order by valid_from) as replaced_on
    from loads
)

select
    fields.id as unit_id,
    coalesce(fields.unit_name, fields.name) as unit_name,
    fields.building_id,
    fields.building_name,
    coalesce(fields.unit_type_id, fields.unit_type__id) as unit_type_id,
    coalesce(fields.bookable, true) as is_bookable,
    times.loaded_on,
    times.replaced_on
from fields
inner join times on fields.record_key = times.record_key and fields.valid_from = times.valid_from
where fields.id is not null
