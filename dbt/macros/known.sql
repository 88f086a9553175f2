{# What was known when: each version gets the span of business dates from the load that brought it to the load that replaced it. #}

{#
    When each version of a record was known, from the load that brought it and the load that brought the next one: (version,
    loaded_on, replaced_on, is_first). `is_first` is true for the first version of a record that was loaded before or with the first
    complete read of the list: only it shows how the record was before that. `records` may be a part of the records of `loads`: only
    these are computed. Nearly all records have one version, and are handled apart, without windows, where the database allows it.
#}
{% macro known_spans(loads, of_lists=false, records=none) -%}
{%- set record = ['stream', 'record_key'] if of_lists else ['record_key'] -%}
{%- set by_record = 'partition by ' ~ record | join(', ') ~ ' order by valid_from' -%}{# a view reads this SQL, and Spark allows no named window in a view #}
with firsts as (
    {{ first_loads(loads, of_lists) }}
),

versions as (
    select
        {{ record | join(', ') }},
        version,
        valid_from,
        is_ended,
        seen_at,
        loaded_on
    from {{ records or loads }} as records
),

{% if is_once() -%}
-- A record with several versions has one that ended.
repeated as (
    select record_key
    from versions
    where is_ended
),

{% endif -%}
times as (
    {% if is_once() -%}
    select
        {{ 'stream,' if of_lists }}
        version,
        seen_at,
        loaded_on,
        cast(null as date) as next_loaded_on,
        1 as version_number
    from {{ all_without('versions', 'repeated', 'record_key') }} as versions
    union all
    {% endif -%}
    select
        {{ 'stream,' if of_lists }}
        version,
        seen_at,
        -- A load run for an earlier business date does not undo what was known already.
        max(loaded_on) over ({{ by_record }} rows between unbounded preceding and current row) as loaded_on,
        lead(loaded_on) over ({{ by_record }}) as next_loaded_on,
        row_number() over ({{ by_record }}) as version_number
    from versions
    {% if is_once() -%}
    where record_key in (select repeated.record_key from repeated)
    {% endif -%}
)

select
    {{ 'times.stream,' if of_lists }}
    times.version,
    times.loaded_on,
    case when times.next_loaded_on is not null then greatest(times.loaded_on, times.next_loaded_on) end as replaced_on,
    times.version_number = 1
    and (times.loaded_on = firsts.first_loaded_on or coalesce(times.seen_at <= firsts.first_walked_at, false)) as is_first
from times
{{ 'inner join firsts on times.stream = firsts.stream' if of_lists else 'cross join firsts' }}
{%- endmacro %}

{# When a list was first loaded: (first_loaded_on, first_walked_at). #}
{% macro first_loads(loads, of_lists=false) -%}
    select
        {{ 'stream,' if of_lists }}
        coalesce(min(first_walked_on), {{ at_min('loaded_on', 'valid_from') }}) as first_loaded_on,
        min(first_walked_at) as first_walked_at
    from {{ loads }}
    {{ 'group by stream' if of_lists }}
{%- endmacro %}

{# The fingerprint of all versions of each room stay and of their loads: (room_stay_id, fingerprint). #}
{% macro known_stay_inputs() %}
(
    select
        stays.room_stay_id,
        {{ fingerprint([
            'stays.room_stay_id', 'stays.all_versions', 'others.fingerprint', 'firsts.first_loaded_on',
            'firsts.first_walked_at',
        ]) }} as fingerprint
    from (
        select
            versions.room_stay_id,
            {{ fingerprint_of_group(['versions.content_version', 'records.all_loads', place_of_unit('units')]) }} as all_versions
        from {{ ref('stg_pms__room_stay_versions') }} as versions
        inner join (
            select
                record_key,
                {{ fingerprint_of_group(['valid_from', 'seen_at', 'loaded_on']) }} as all_loads
            from {{ ref('stg_pms__booking_loads') }}
            group by record_key
        ) as records on versions.record_key = records.record_key
        left join {{ ref('int_units') }} as units on versions.unit_id = units.unit_id
        group by versions.room_stay_id
    ) as stays
    cross join {{ named_places() }} as others
    cross join ({{ first_loads(ref('stg_pms__booking_loads')) }}) as firsts
)
{% endmacro %}

{#
    Versions, of which consecutive ones with equal `values` are merged: (key, known_from, known_to, values). A version replaced on the
    day it came is left out. Nearly all keys have one version, and are handled apart, without windows, where the database allows it.
#}
{% macro known_changes(versions, key, values) -%}
with known as {{ once() }} (
    select
        {{ key }},
        known_from,
        known_to,
        {{ values | join(', ') }},
        {{ fingerprint(values) }} as values_fingerprint
    from {{ versions }}
    where known_to is null or known_from < known_to
),

{% if is_once() -%}
repeated as (
    select {{ key }}
    from known
    group by {{ key }}
    having count(*) > 1
),

{% endif -%}
compared as (
    select
        *,
        case
            when lag(known_to) over by_date = known_from and lag(values_fingerprint) over by_date = values_fingerprint
                then 0
            else 1
        end as is_change
    from known
    {% if is_once() -%}
    where {{ key }} in (select repeated.{{ key }} from repeated)
    {% endif -%}
    window by_date as (partition by {{ key }} order by known_from)
),

numbered as (
    select
        *,
        sum(is_change) over (
            partition by {{ key }} order by known_from rows between unbounded preceding and current row
        ) as change_number
    from compared
)

{% if is_once() -%}
select
    {{ key }},
    known_from,
    known_to,
    {{ values | join(', ') }}
from {{ all_without('known', 'repeated', key) }} as known
union all
{% endif -%}
select
    {{ key }},
    min(known_from) as known_from,
    case when bool_and(known_to is not null) then max(known_to) end as known_to,
    {{ values | join(', ') }}
from numbered
group by {{ key }}, change_number, {{ values | join(', ') }}
{%- endmacro %}
