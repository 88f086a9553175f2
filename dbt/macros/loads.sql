{# Which load brought what, and when that was. #}

{# When each version of a record became known, a record's end included: nothing of the record itself is read. #}
{% macro version_times(stream) -%}
    {%- set relation = source('raw', stream) -%}
    {%- if execute and load_relation(relation) is none -%}
    (
        select
            '' as record_key,
            '' as walk_id,
            cast(null as {{ sql_type('timestamptz') }}) as seen_at,
            cast(null as {{ sql_type('timestamptz') }}) as valid_from
        where false
    )
    {%- else -%} {{ raw_versions(relation) }}
    {%- endif -%}
{%- endmacro %}

{# The walks, or none where nothing has been loaded by a walk. #}
{% macro walks() -%}
    {%- set relation = source('raw', 'walks') -%}
    {%- if execute and load_relation(relation) is none -%}
    (
        select
            '' as walk_id,
            '' as stream,
            '' as selection,
            '' as tier,
            cast(0 as bigint) as page_base,
            cast(0 as bigint) as page_size,
            cast(0 as bigint) as requests,
            cast(0 as bigint) as step_backs,
            cast(0 as bigint) as retries,
            cast(0 as bigint) as row_count,
            cast(0 as bigint) as distinct_ids,
            cast(0 as bigint) as total_first,
            cast(0 as bigint) as total_last,
            '' as ids_digest,
            cast(null as {{ sql_type('timestamptz') }}) as started_at,
            cast(null as {{ sql_type('timestamptz') }}) as ended_at,
            true as complete,
            '' as reason,
            cast(null as date) as business_date
        where false
    )
    {%- elif execute and not has_column(relation, 'business_date') -%}
    (
        select
            *,
            cast(null as date) as business_date
        from {{ latest(relation, ['walk_id'], 'ended_at') }}
    )
    {%- else -%} {{ latest(relation, ['walk_id'], 'ended_at') }}
    {%- endif -%}
{%- endmacro %}

{#
    The walks that brought the versions of a list, with their business dates: (walk_id, first_walked_on, first_walked_at,
    business_date, next_business_date). The first walk is the first to have read the whole list; where none did, the first.
    What a killed load brought has no walk of its own: it has the date of its clock, or that of the next load where that is
    earlier.
#}
{% macro walk_dates(stream) -%}
with readings as (
    select
        version_times.walk_id,
        min(version_times.seen_at) as seen_at
    from {{ version_times(stream) }} as version_times
    group by version_times.walk_id
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
left join {{ walks() }} as walks on readings.walk_id = walks.walk_id
left join next_loads on readings.walk_id = next_loads.walk_id
{%- endmacro %}

{# The versions of a list, the ends of records included, with the business date of the load that brought each; `dates` are its walk_dates. #}
{% macro load_dates(stream, dates) -%}
select
    versions.record_key,
    versions.valid_from,
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
from {{ version_times(stream) }} as versions
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
    inner join times on versions.record_key = times.record_key and versions.valid_from = times.valid_from
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
