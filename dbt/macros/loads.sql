{# Which load brought what, and when that was. #}

{# The certificates, of each walk the last. #}
{% macro walks() %}{{ latest(source('raw', 'walks'), ['walk_id'], 'ended_at') }}{% endmacro %}

{#
    The walks that brought the versions of a list, with their business dates: (walk_id, first_walked_on, first_walked_at,
    business_date, next_business_date). The first walk is the first to have read the whole list; where none did, the first.
    What a killed load brought has no walk of its own: it has the date of its clock, or that of the next load where that is
    earlier.
#}
{% macro walk_dates(stream) -%}
with readings as (
    select
        versions.walk_id,
        min(versions.seen_at) as seen_at
    from {{ raw_versions(source('raw', stream)) }} as versions
    group by versions.walk_id
),

walked as (
    select * from {{ walks() }} as walks
    where walks.stream = '{{ stream }}'
),

firsts as (
    select
        coalesce(
            {{ at_min('business_date', 'ended_at', 'complete') }}, {{ at_min('business_date', 'ended_at') }}
        ) as first_walked_on,
        coalesce(min(ended_at) filter (where complete), min(ended_at)) as first_walked_at
    from walked
),

next_loads as (
    select
        readings.walk_id,
        min(walked.business_date) as business_date
    from readings
    inner join walked on walked.ended_at >= readings.seen_at
    group by readings.walk_id
)

select
    readings.walk_id,
    firsts.first_walked_on,
    firsts.first_walked_at,
    walks.business_date,
    next_loads.business_date as next_business_date
from readings
cross join firsts
left join walked as walks on readings.walk_id = walks.walk_id
left join next_loads on readings.walk_id = next_loads.walk_id
{%- endmacro %}

{#
    The versions of a list, the ends of records included, with the business date of the load that brought each, and whether
    the version has ended; `dates` are its walk_dates.
#}
{% macro load_dates(stream, dates) -%}
select
    versions.record_key,
    {{ version_of('versions', stream) }} as version,
    versions.valid_from,
    versions.valid_to is not null as is_ended,
    versions.seen_at,
    dates.first_walked_on,
    dates.first_walked_at,
    coalesce(
        dates.business_date,
        least(
            dates.next_business_date,
            {{ local_date('versions.seen_at', setting('time_zone')) }}
        )
    ) as loaded_on
from {{ raw_versions(source('raw', stream)) }} as versions
inner join {{ dates }} as dates on versions.walk_id = dates.walk_id
{%- endmacro %}

{#
    Every version of the records of a list, read, with when it was known (known_spans); of each record the last one `is_newest`.
    `dates` are the list's walk_dates.
#}
{% macro dated_versions(stream, description, dates) -%}
(
    with loads as (
        {{ load_dates(stream, dates) }}
    ),

    times as (
        {{ known_spans('loads') }}
    )

    select
        versions.*,
        times.loaded_on,
        times.replaced_on,
        times.is_first,
        row_number() over (partition by versions.record_key order by versions.valid_from desc) = 1 as is_newest
    from {{ record_versions(stream, description) }} as versions
    inner join times on versions.version = times.version
)
{%- endmacro %}

{# The records of a small list, those that are gone as they last were, with the date of the load that found them gone as `replaced_on`. #}
{% macro last_records(stream, description) -%}
(
    select *
    from {{ dated_versions(stream, description, '(' ~ walk_dates(stream) ~ ')') }} as versions
    where is_newest
)
{%- endmacro %}
