{{ config(materialized='table') }}

{% set lists = [
    ('activities', activity_struct(), activity_fields('record')),
    ('unit_contracts', unit_contract_struct(), unit_contract_fields('record')),
] %}

-- The time at which an activity or contract of each unit was last seen to change. Records that were the unit's in an
-- earlier version, and deleted ones, count too.
with of_units as (
    {% for stream, description, fields in lists -%}
    select
        '{{ stream }}' as stream,
        records.record_key,
        records.unit_id
    from (
        select
            record_key,
            {{ fields }}
        from {{ record_versions(stream, description) }}
    ) as records
    where records.unit_id is not null
    {{ 'union all' if not loop.last }}
    {% endfor %}
),

seen as (
    {% for stream, _, _ in lists -%}
    select
        '{{ stream }}' as stream,
        versions.record_key,
        max(versions.seen_at) as seen_at
    from {{ raw_versions(source('raw', stream)) }} as versions
    group by versions.record_key
    {{ 'union all' if not loop.last }}
    {% endfor %}
)

select
    of_units.unit_id,
    max(seen.seen_at) as changed_at
from of_units
inner join seen on of_units.stream = seen.stream and of_units.record_key = seen.record_key
group by of_units.unit_id
