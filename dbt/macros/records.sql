{# The newest version of every record that exists: (record_key, parent_key, seen_at, record). #}
{% macro records(stream, description, shape=none) -%}
    {%- set relation = source('raw', stream) -%}
    {%- if execute and load_relation(relation) is none -%}
    (
        select
            '' as record_key,
            cast(null as timestamptz) as seen_at,
            {{ read_json("'{}'", description) }} as record,
            '' as payload
        where false
    )
    {%- else -%}
    (
        select
            record_key,
            seen_at,
            {{ read_json('payload', description) }} as record,
            payload
        from {{ relation }}
        where
            valid_to is null
            and payload is not null
            {% if shape == 'nested' %}and record_key not like 'stay/%'{% endif %}
            {% if shape == 'flat' %}and record_key like 'stay/%'{% endif %}
    )
    {%- endif -%}
{%- endmacro %}
