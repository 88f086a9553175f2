{#
    The current version of every record: (record_key, parent_key, seen_at, version, record), and, where `texts` is given, the raw
    texts of its fields as `text`. `texts` is a JSON structure, as `description` is. With `known`, a relation with a column
    `version`, only versions that are not in it are parsed.
#}
{% macro records(stream, description, shape=none, known=none, texts=none) -%}
    {{ versions_read(stream, description, shape, known, false, texts) }}
{%- endmacro %}

{# Every version of every record, ended ones too; also with valid_from. #}
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

{# The versions that have ended, because they were replaced or their record is gone: (version, valid_to). They are few. #}
{% macro earlier_versions(stream) -%}
    (
        select
            {{ version_of('versions', stream) }} as version,
            versions.valid_to
        from {{ raw_versions(source('raw', stream)) }} as versions
        where versions.valid_to is not null
    )
{%- endmacro %}

{# The rows of a relation with a current version. A version may have several rows. #}
{% macro holding(relation, stream) %}{{ return(all_without(relation, earlier_versions(stream), 'version')) }}{% endmacro %}

{# Condition for the rows of a raw table, aliased `versions`, to be read. The two shapes of the booking list are in one table. #}
{% macro which(shape, all_versions) -%}
    versions.payload is not null and {{ which_versions(shape, all_versions) }}
{%- endmacro %}

{#
    The same condition without reading the payloads, which takes longer than everything else. So it is also true for tombstones, whose
    versions are in no table made from records.
#}
{% macro which_versions(shape, all_versions) -%}
    true
    {%- if not all_versions %} and versions.valid_to is null {%- endif -%}
    {%- if shape == 'nested' %} and versions.record_key not like 'stay/%'
    {%- elif shape == 'flat' %} and versions.record_key like 'stay/%'
    {%- endif -%}
{%- endmacro %}

{# The fingerprint that identifies one version of one record of a list. #}
{% macro version_of(row, stream) -%}
    {{ fingerprint(["'" ~ stream ~ "'", row ~ '.record_key', row ~ '.parent_key', row ~ '.valid_from', row ~ '.record_hash']) }}
{%- endmacro %}

{# The list of fields whose text does not fit their type, and which are null in the parsed record; null where all fit. #}
{% macro fields_unread(slips, untyped) -%}
    -- Nearly every record is in order, and finding that out costs less than listing its fields.
    case when {{ slips }} then {{ untyped }} end
{%- endmacro %}

{# The id of another record, and its text. Services write 0 or -1 where there is none (not shown: our assumption). #}
{% macro reference(id) %}nullif(nullif({{ id }}, 0), -1){% endmacro %}
{% macro reference_text(text) %}nullif(nullif({{ text }}, '0'), '-1'){% endmacro %}

{# The code in a text: services write `Checked In `, `checked-in` and CHECKED_IN for one status. #}
{% macro code_in(text) %}nullif(replace(replace(upper(trim({{ text }})), ' ', '_'), '-', '_'), ''){% endmacro %}

{# The value of a field with several names: that under the first name with a value. #}
{% macro first_of(values) %}coalesce({{ values | join(', ') }}){% endmacro %}

{# Condition: a field has a text, and its typed value is null. An empty text counts as no text. #}
{% macro slips(read, text) %}({{ text }} <> '' and {{ read }} is null){% endmacro %}

{# The same condition for a list: in some item, the number of fields with a text is not that of fields with a typed value. #}
{% macro slips_in(read, text, item, are_read, are_written) -%}
    {{ mapped(read, item, are_read) }}
    <> {{ mapped(text, item, are_written) }}
{%- endmacro %}

{# The number of conditions that are true: of an item's fields, those with a typed value (`is_read`) or with a text (`is_written`). #}
{% macro count_of(conditions) %}{% for condition in conditions %}cast({{ condition }} as int){{ ' + ' if not loop.last }}{% endfor %}{% endmacro %}
{% macro is_read(field) %}{{ field }} is not null{% endmacro %}
{% macro is_written(text) %}coalesce({{ text }}, '') <> ''{% endmacro %}

{# A field and its text: {field, raw_value, is_read}. A date may be given without its typed value: see `unread`. #}
{% macro field_of(field, text, read=none) -%}
    {{ struct_of({
        'field': "'" ~ field ~ "'", 'raw_value': text,
        'is_read': 'cast(null as boolean)' if read is none else is_read(read),
    }) }}
{%- endmacro %}

{# Of such fields, those that have a text and were not read: {field, raw_value}. With `dates`, a null `is_read` stands for a date. #}
{% macro unread(fields, dates=false) -%}
    {%- set read = 'coalesce(item.is_read, ' ~ is_read(date_in('item.raw_value')) ~ ')' if dates else 'item.is_read' -%}
    {{ mapped(
        filtered(fields, 'item', "item.raw_value <> '' and not " ~ read),
        'item', struct_of({'field': 'item.field', 'raw_value': 'item.raw_value'}),
    ) }}
{%- endmacro %}

{% macro any_of(conditions) %}{{ conditions | join('\n    or ') }}{% endmacro %}

{# The parents whose child lists have been read, and when: the last reading of each. #}
{% macro child_reads() %}{{ latest(source('raw', 'child_reads'), ['stream', 'parent_key'], 'read_at') }}{% endmacro %}
