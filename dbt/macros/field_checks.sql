{#
    One row per current version of a record, with the fields whose text does not fit their type: the typed columns are null for
    them. Each of `checks` is a list of a stream and of what the macros of its record return. Staging itself checks the large lists,
    as it reads them.
#}
{% macro field_checks(checks) %}
{{ config(materialized='incremental', pre_hook=drop_old_checks(checks)) }}
{% for stream, struct, text, fields, slips, untyped in checks %}
select
    '{{ stream }}' as stream,
    record_key,
    version,
    {{ fields_unread(slips, untyped) }} as fields
from (
    select
        record_key,
        version,
        text,
        {{ fields }}
    from {{ records(stream, struct, none, held(), text) }}
) as fields
{{ "union all" if not loop.last }}
{% endfor %}
{% endmacro %}

{# The hook that deletes the rows of versions that no longer exist. #}
{% macro drop_old_checks(checks) -%}
    {%- set streams = [] -%}
    {%- for check in checks -%} {%- do streams.append((check[0], none)) -%} {%- endfor -%}
    {{ return("{{ drop_old_versions(" ~ streams ~ ") }}") }}
{%- endmacro %}

{# The fields of a large list that do not fit their types, from staging, where each row has those of its complete record. #}
{% macro field_checks_of(records, stream, condition='true') -%}
select distinct
    '{{ stream }}' as stream,
    record_key,
    untyped_fields as fields
from {{ holding(records, stream) }} as records
where
    untyped_fields is not null
    and {{ condition }}
{%- endmacro %}
