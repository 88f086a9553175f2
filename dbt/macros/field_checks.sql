{#
    One row per version of a record that holds now, with the fields whose text is there and cannot be read as what it should
    be: the typed columns hold null for them. `checks` are lists of stream and the macros of its record. The large lists are
    checked where staging reads them.
#}
{% macro field_checks(checks) %}
{{ config(materialized='incremental', pre_hook=drop_old_checks(checks)) }}
{% for stream, struct, text, slips, untyped in checks %}
select
    '{{ stream }}' as stream,
    record_key,
    version,
    {{ fields_unread(slips, untyped) }} as fields
from {{ records(stream, struct, none, held(), text) }}
{{ "union all" if not loop.last }}
{% endfor %}
{% endmacro %}

{# The hook that takes out what was found in versions that are no longer there. #}
{% macro drop_old_checks(checks) -%}
    {%- set streams = [] -%}
    {%- for check in checks -%} {%- do streams.append((check[0], none)) -%} {%- endfor -%}
    {{ return("{{ drop_old_versions(" ~ streams ~ ") }}") }}
{%- endmacro %}

{# The fields of a large list that cannot be read, from staging, where each row of a record has those of the record. #}
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
