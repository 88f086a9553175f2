{# The newest version of every record that exists: (record_key, parent_key, seen_at, record). #}
{% macro records(stream, description, shape=none) -%}
    {%- set relation = source('raw', stream) -%}
    {%- if execute and load_relation(relation) is none -%}
    (
        select
            '' as record_key,
            cast(null as timestamptz) as seen_at,
            {{ read_json("'{}'", description) }} as record
        where false
    )
    {%- else -%}
    (
        select
            record_key,
            seen_at,
            {{ read_json('payload', description) }} as record
        from {{ relation }}
        where
            valid_to is null
            and payload is not null
            {% if shape == 'nested' %}and record_key not like 'stay/%'{% endif %}
            {% if shape == 'flat' %}and record_key like 'stay/%'{% endif %}
    )
    {%- endif -%}
{%- endmacro %}

{# (stream, record_key, item) of every field of the stream's records that its type cannot hold. #}
{% macro untyped_fields(stream, text, untyped, shape=none) -%}
    select
        '{{ stream }}' as stream,
        record_key,
        {{ each("list_filter(" ~ untyped ~ ", lambda item: item.raw_value is not null)") }} as item
    from (
        select
            record_key,
            record as text
        from {{ records(stream, text, shape) }}
    )
{%- endmacro %}

{# The text where it is there and cannot be read as the type. #}
{% macro unless_typed(text, type) %}case when try_cast({{ text }} as {{ type }}) is null then {{ text }} end{% endmacro %}

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
            cast(null as timestamptz) as started_at,
            cast(null as timestamptz) as ended_at,
            true as complete,
            '' as reason
        where false
    )
    {%- else -%} {{ relation }}
    {%- endif -%}
{%- endmacro %}
