{#
    One row per version of a record that holds now, with the fields whose text is there and cannot be read as what it should
    be: the typed columns hold null for them. `checks` are lists of stream, shape and the macros of its record. Each large
    list is a model of its own, so that where nothing of it has changed nothing of it is looked at.
#}
{% macro field_checks(checks) %}
{{ config(materialized='incremental', incremental_strategy='append', pre_hook=drop_old_checks(checks)) }}
with
{% for stream, shape, text, slips, untyped in checks %}
texts_{{ loop.index }} as {{ once() }} (
    select
        record_key,
        version,
        record as text
    from {{ records(stream, text, shape, held()) }}
),

{% endfor %}
found as (
    {% for stream, shape, text, slips, untyped in checks %}
    select
        '{{ stream }}' as stream,
        record_key,
        version,
        -- Nearly every record is in order, and finding that out costs less than listing its fields.
        case when {{ slips }} then {{ untyped }} end as fields
    from texts_{{ loop.index }}
    {{ "union all" if not loop.last }}
    {% endfor %}
)

select
    stream,
    case when fields is not null then record_key end as record_key,
    version,
    {{ filtered('fields', 'item', 'item.raw_value is not null') }} as fields
from found
{% endmacro %}

{# The hook that takes out what was found in versions that are no longer there. #}
{% macro drop_old_checks(checks) -%}
    {%- set streams = [] -%}
    {%- for check in checks -%} {%- do streams.append((check[0], check[1])) -%} {%- endfor -%}
    {{ return("{{ drop_old_versions(" ~ streams ~ ") }}") }}
{%- endmacro %}
