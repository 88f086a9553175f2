{# Which load brought each version of a record, and on which business date. #}

{# The certificates of walks: the last of each walk. #}
{% macro walks() %}{{ latest(source('raw', 'walks'), ['walk_id'], 'ended_at') }}{% endmacro %}

{#
    The walks that brought the versions of a list, with their business dates: (walk_id, first_walked_on, first_walked_at,
    business_date, next_business_date). first_walked_* are of the first walk that read the complete list, or of the first walk where
    none did. Versions of a killed load have a walk_id without a certificate, so business_date is null: `load_dates` then takes the
    date of the clock, or that of the next load where that is earlier. next_business_date is looked up for these alone: to compare
    each walk with all later ones costs the square of their number.
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

dated as (
    select
        readings.walk_id,
        readings.seen_at,
        walked.business_date
    from readings
    left join walked on readings.walk_id = walked.walk_id
),

next_loads as (
    select
        dated.walk_id,
        min(walked.business_date) as business_date
    from dated
    inner join walked on walked.ended_at >= dated.seen_at
    where dated.business_date is null
    group by dated.walk_id
)

select
    dated.walk_id,
    firsts.first_walked_on,
    firsts.first_walked_at,
    dated.business_date,
    next_loads.business_date as next_business_date
from dated
cross join firsts
left join next_loads on dated.walk_id = next_loads.walk_id
{%- endmacro %}

{#
    The versions of a list, tombstones included, with the business date of the load that brought each, and whether the version has
    ended. `dates` is the result of walk_dates for the list.
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
    Every version of the records of a list, parsed, with the dates when it was known (known_spans). `is_newest` is true for the last
    version of each record. `dates` is the result of walk_dates for the list.
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

{#
    The same, also with the number of the record's presence: a record that is entered again begins another. One that is back on the
    business date on which it was found gone was never away. `is_newest` is true for the last version of each presence.
#}
{% macro versions_by_presence(stream, description) -%}
(
    with compared as (
        select
            *,
            case
                when loaded_on > lag(replaced_on) over (partition by record_key order by valid_from) then 1
                else 0
            end as is_entered_again
        from {{ dated_versions(stream, description, '(' ~ walk_dates(stream) ~ ')') }} as versions
    ),

    counted as (
        select
            *,
            sum(is_entered_again) over (
                partition by record_key order by valid_from rows between unbounded preceding and current row
            ) as presence
        from compared
    )

    select
        record_key,
        presence,
        valid_from,
        record,
        loaded_on,
        replaced_on,
        is_first,
        row_number() over (partition by record_key, presence order by valid_from desc) = 1 as is_newest
    from counted
)
{%- endmacro %}

{# The last version of each record of a small list. Records that are gone have, as `replaced_on`, the date of the load that found that. #}
{% macro last_records(stream, description) -%}
(
    select *
    from {{ dated_versions(stream, description, '(' ~ walk_dates(stream) ~ ')') }} as versions
    where is_newest
)
{%- endmacro %}
