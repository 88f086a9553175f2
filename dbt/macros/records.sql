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
    {%- set versions -%}
    (
        select
            versions.record_key,
            versions.parent_key,
            versions.seen_at,
            versions.valid_from,
            {{ version_of('versions', stream) }} as version,
            {% if texts is none -%}
            {{ read_json('versions.payload', description) }} as record
            {%- else -%}
            versions.payload,
            {{ read_both('versions.payload', description, texts) }} as written
            {%- endif %}
        from {{ raw_versions(relation) }} as versions
        where
            {{ which(shape, all_versions) }}
            {% if known is not none -%}
            and {{ rows_lacking(relation, 'versions', version_of('versions', stream), which_versions(shape, all_versions), known) }}
            {%- endif %}
    )
    {%- endset -%}
    {{ versions if texts is none else with_texts(versions, description) }}
{%- endmacro %}

{# The versions that hold no longer, replaced or of records that are gone: (version). They are few. #}
{% macro earlier_versions(stream) -%}
    (
        select {{ version_of('versions', stream) }} as version
        from {{ raw_versions(source('raw', stream)) }} as versions
        where versions.valid_to is not null
    )
{%- endmacro %}

{# The versions of a relation, a row or more of each, that hold now. #}
{% macro holding(relation, stream) %}{{ return(all_without(relation, earlier_versions(stream), 'version')) }}{% endmacro %}

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

{#
    The fields whose text is there and cannot be read as what it should be, none of which is in the record as it was read; null
    where all is well.
#}
{% macro fields_unread(slips, untyped) -%}
    -- Nearly every record is in order, and finding that out costs less than listing its fields.
    case when {{ slips }} then {{ filtered(untyped, 'item', 'item.raw_value is not null') }} end
{%- endmacro %}

{# Whether the text is there, and nothing could be read of it. An empty one says as little as none. #}
{% macro slips(read, text) %}({{ text }} <> '' and {{ read }} is null){% endmacro %}

{# The same of the items of a list: whether not all fields that are written in one were read. #}
{% macro slips_in(read, text, item, are_read, are_written) -%}
    {{ mapped(read, item, are_read) }}
    <> {{ mapped(text, item, are_written) }}
{%- endmacro %}

{# How many of an item's fields are there: those that were read, those that are written. #}
{% macro count_of(conditions) %}{% for condition in conditions %}cast({{ condition }} as int){{ ' + ' if not loop.last }}{% endfor %}{% endmacro %}
{% macro is_read(field) %}{{ field }} is not null{% endmacro %}
{% macro is_written(text) %}coalesce({{ text }}, '') <> ''{% endmacro %}

{# A field, with its text where that is so: {field, raw_value}. #}
{% macro unless_typed(field, read, text) -%}
    {{ struct_of({'field': "'" ~ field ~ "'", 'raw_value': 'case when ' ~ slips(read, text) ~ ' then ' ~ text ~ ' end'}) }}
{%- endmacro %}

{% macro any_of(conditions) %}{{ conditions | join('\n    or ') }}{% endmacro %}

{# Which parents' child lists have been read, and when. #}
{% macro child_reads() %}{{ latest(source('raw', 'child_reads'), ['stream', 'parent_key'], 'read_at') }}{% endmacro %}
