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

{#
    Fields that most records stated before and do not state any more: the service has renamed or withdrawn them. A field that was
    never stated does not count: quality.fct_exceptions lists what it leads to.

    versions  the relation with all versions of the records; those of records that are gone do not count
    record    the column with the id of a record, among the records and the versions
    fields    columns without which figures are wrong
#}
{% macro no_longer_stated(records, versions, record, fields) -%}
-- Few records lack a field, so that only their versions are grouped.
with lacking as (
    select
        {% for field in fields -%}
        max(case when {{ field }} is not null then valid_from end) as stated_{{ loop.index }},
        {% endfor -%}
        max(valid_from) as known_from
    from {{ versions }}
    where
        {{ record }} in (
            select incomplete.{{ record }}
            from {{ records }} as incomplete
            where
                {{ fields | join(' is null\n                or ') }} is null
        )
    group by {{ record }}
),

stated as (
    select
        {% for field in fields -%}
        count({{ field }}) as with_{{ loop.index }}{{ ',' if not loop.last }}
        {% endfor %}
    from {{ records }}
),

fields as (
    {% for field in fields -%}
    select
        '{{ field }}' as field,
        stated.with_{{ loop.index }} as records_with,
        count(case when lacking.stated_{{ loop.index }} < lacking.known_from then 1 end) as records_without
    from stated
    left join lacking on true
    group by stated.with_{{ loop.index }}
    {{ 'union all' if not loop.last }}
    {% endfor %}
)

select
    fields.*,
    'may have another name now' as which
from fields
where records_without >= 10 and records_without > records_with
{%- endmacro %}
