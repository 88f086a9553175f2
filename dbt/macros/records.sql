{#
    The newest version of every record that exists: (record_key, parent_key, seen_at, version, record), and, where `texts`
    describes them, what was written in its fields, as `text`. Of a large table only what `known` (a relation with a column
    `version`) does not hold is read.
#}
{% macro records(stream, description, shape=none, known=none, texts=none) -%}
    {{ versions_read(stream, description, shape, known, false, texts) }}
{%- endmacro %}

{# Every version of every record, old ones and new, with valid_from besides. #}
{% macro record_versions(stream, description, shape=none, known=none, texts=none) -%}
    {{ versions_read(stream, description, shape, known, true, texts) }}
{%- endmacro %}

{% macro versions_read(stream, description, shape, known, all_versions, texts) -%}
    {%- set relation = source('raw', stream) -%}
    {%- set is_there = not execute or load_relation(relation) is not none -%}
    {%- set payload = 'versions.payload' if is_there else "'{}'" -%}
    {%- set versions -%}
    (
        select
            {% if is_there -%}
            versions.record_key,
            versions.parent_key,
            versions.seen_at,
            versions.valid_from,
            {{ version_of('versions', stream) }} as version,
            {%- else -%}
            '' as record_key,
            '' as parent_key,
            cast(null as {{ sql_type('timestamptz') }}) as seen_at,
            cast(null as {{ sql_type('timestamptz') }}) as valid_from,
            cast(null as {{ sql_type('ubigint') }}) as version,
            {%- endif %}
            {% if texts is none -%}
            {{ read_json(payload, description) }} as record
            {%- else -%}
            {{ payload }} as payload,
            {{ read_both(payload, description, texts) }} as written
            {%- endif %}
        {% if is_there -%}
        from {{ raw_versions(relation) }} as versions
        where
            {{ which(shape, all_versions) }}
            {% if known is not none -%}
            and {{ rows_lacking(relation, 'versions', version_of('versions', stream), which_versions(shape, all_versions), known) }}
            {%- endif %}
        {%- else -%} where false
        {%- endif %}
    )
    {%- endset -%}
    {{ versions if texts is none else with_texts(versions, description) }}
{%- endmacro %}

{# The versions that hold now, without a look at the records: (version). #}
{% macro current_versions(stream) -%}
    {%- set relation = source('raw', stream) -%}
    {%- if execute and load_relation(relation) is none -%}
    (select cast(null as {{ sql_type('ubigint') }}) as version where false)
    {%- else -%}
    (select {{ version_of('versions', stream) }} as version from {{ raw_versions(relation) }} as versions where {{ which_versions(none, false) }})
    {%- endif -%}
{%- endmacro %}

{# The versions that hold no longer, replaced or of records that are gone: (version). They are few. #}
{% macro earlier_versions(stream) -%}
    {%- set relation = source('raw', stream) -%}
    {%- if execute and load_relation(relation) is none -%}
    (select cast(null as {{ sql_type('ubigint') }}) as version where false)
    {%- else -%}
    (
        select {{ version_of('versions', stream) }} as version
        from {{ raw_versions(relation) }} as versions
        where versions.valid_to is not null
    )
    {%- endif -%}
{%- endmacro %}

{# Which rows of a raw table, named `versions`, are read. The two shapes of the booking list stand in one table. #}
{% macro which(shape, all_versions) -%}
    versions.payload is not null and {{ which_versions(shape, all_versions) }}
{%- endmacro %}

{#
    The same without a look at the payloads, which takes longer than all else: with the ends of records, whose versions no
    table made of records holds.
#}
{% macro which_versions(shape, all_versions) -%}
    true
    {%- if not all_versions %} and versions.valid_to is null {%- endif -%}
    {%- if shape == 'nested' %} and versions.record_key not like 'stay/%'
    {%- elif shape == 'flat' %} and versions.record_key like 'stay/%'
    {%- endif -%}
{%- endmacro %}

{# One number for one version of one record of a list. #}
{% macro version_of(row, stream) -%}
    {{ fingerprint(["'" ~ stream ~ "'", row ~ '.record_key', row ~ '.parent_key', row ~ '.valid_from', row ~ '.record_hash']) }}
{%- endmacro %}

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

{#
    The fields whose text is there and cannot be read as what it should be, none of which is in the record as it was read; null
    where all is well.
#}
{% macro fields_unread(slips, untyped) -%}
    -- Nearly every record is in order, and finding that out costs less than listing its fields.
    case when {{ slips }} then {{ filtered(untyped, 'item', 'item.raw_value is not null') }} end
{%- endmacro %}

{# Whether the text is there, and nothing could be read of it. #}
{% macro slips(read, text) %}({{ text }} is not null and {{ read }} is null){% endmacro %}

{# A field, with its text where that is so: {field, raw_value}. #}
{% macro unless_typed(field, read, text) -%}
    {{ struct_of({'field': "'" ~ field ~ "'", 'raw_value': 'case when ' ~ slips(read, text) ~ ' then ' ~ text ~ ' end'}) }}
{%- endmacro %}

{% macro any_of(conditions) %}{{ conditions | join('\n    or ') }}{% endmacro %}

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
    The walks that brought the versions of a list, with their business dates: (walk_id, first_walked_on, business_date,
    next_business_date). What a killed load brought has no walk of its own: it has the date of its clock, or that of the next
    load where that is earlier.
#}
{% macro walk_dates(stream) -%}
select
    readings.walk_id,
    (select min(walked.business_date) from {{ walks() }} as walked where walked.stream = '{{ stream }}') as first_walked_on,
    walks.business_date,
    next_loads.business_date as next_business_date
from (
    select
        version_times.walk_id,
        min(version_times.seen_at) as seen_at
    from {{ version_times(stream) }} as version_times
    group by version_times.walk_id
) as readings
left join {{ walks() }} as walks on readings.walk_id = walks.walk_id
left join (
    select
        times.walk_id,
        min(later.business_date) as business_date
    from (
        select
            version_times.walk_id,
            min(version_times.seen_at) as seen_at
        from {{ version_times(stream) }} as version_times
        group by version_times.walk_id
    ) as times
    inner join {{ walks() }} as later
        on later.stream = '{{ stream }}' and later.ended_at >= times.seen_at
    group by times.walk_id
) as next_loads on readings.walk_id = next_loads.walk_id
{%- endmacro %}

{# The versions of a list, the ends of records included, with the business date of the load that brought each; `dates` are its walk_dates. #}
{% macro load_dates(stream, dates) -%}
select
    versions.record_key,
    versions.valid_from,
    versions.seen_at,
    dates.first_walked_on,
    coalesce(
        dates.business_date,
        least(
            dates.next_business_date,
            {{ local_date('versions.seen_at', "'" ~ var('time_zone') ~ "'") }}
        )
    ) as loaded_on
from {{ version_times(stream) }} as versions
inner join {{ dates }} as dates on versions.walk_id = dates.walk_id
{%- endmacro %}

{# Which parents' child lists have been read, and when. #}
{% macro child_reads() -%}
    {%- set relation = source('raw', 'child_reads') -%}
    {%- if execute and load_relation(relation) is none -%}
    (
        select
            '' as stream,
            '' as parent_key,
            cast(null as {{ sql_type('timestamptz') }}) as read_at
        where false
    )
    {%- elif execute and not has_column(relation, 'read_at') -%}
    (
        select
            *,
            cast(null as {{ sql_type('timestamptz') }}) as read_at
        from {{ relation }}
    )
    {%- else -%} {{ latest(relation, ['stream', 'parent_key'], 'read_at') }}
    {%- endif -%}
{%- endmacro %}

{# Whether a relation has the column: a table loaded by an older version may lack it. #}
{% macro has_column(relation, column) -%}
    {{ return(column in (adapter.get_columns_in_relation(relation) | map(attribute='name') | list)) }}
{%- endmacro %}

{#
    Lets dbt list the raw tables once, before two threads ask for them: one of them could see the list half filled, and
    take a stream that is there for one that was never loaded.
#}
{% macro know_the_raw_tables() %}
    {%- if execute -%} {%- do load_relation(source('raw', 'walks')) -%} {%- endif -%}
{% endmacro %}
