{# The newest version of every record that exists: (record_key, parent_key, seen_at, record). #}
{% macro records(stream, description, shape=none) -%}
    {%- set relation = source('raw', stream) -%}
    {%- if execute and load_relation(relation) is none -%}
    (
        select
            '' as record_key,
            '' as parent_key,
            cast(null as timestamptz) as seen_at,
            {{ read_json("'{}'", description) }} as record
        where false
    )
    {%- else -%}
    (
        select
            record_key,
            parent_key,
            seen_at,
            {{ read_json('payload', description) }} as record
        from {{ relation }}
        where
            valid_to is null
            and payload is not null
            {{ of_shape(shape) }}
    )
    {%- endif -%}
{%- endmacro %}

{# Every version of every record, old ones and new: (record_key, seen_at, valid_from, is_current, record). #}
{% macro record_versions(stream, description, shape=none) -%}
    {%- set relation = source('raw', stream) -%}
    {%- if execute and load_relation(relation) is none -%}
    (
        select
            '' as record_key,
            cast(null as timestamptz) as seen_at,
            cast(null as timestamptz) as valid_from,
            true as is_current,
            {{ read_json("'{}'", description) }} as record
        where false
    )
    {%- else -%}
    (
        select
            record_key,
            seen_at,
            valid_from,
            valid_to is null as is_current,
            {{ read_json('payload', description) }} as record
        from {{ relation }}
        where
            payload is not null
            {{ of_shape(shape) }}
    )
    {%- endif -%}
{%- endmacro %}

{# When each version of a record became known, a record's end included: nothing of the record itself is read. #}
{% macro version_times(stream) -%}
    {%- set relation = source('raw', stream) -%}
    {%- if execute and load_relation(relation) is none -%}
    (
        select
            '' as record_key,
            '' as walk_id,
            cast(null as timestamptz) as seen_at,
            cast(null as timestamptz) as valid_from
        where false
    )
    {%- else -%} {{ relation }}
    {%- endif -%}
{%- endmacro %}

{# The two shapes of the booking list stand in one table. #}
{% macro of_shape(shape) -%}
    {%- if shape == 'nested' -%} and record_key not like 'stay/%'
    {%- elif shape == 'flat' -%} and record_key like 'stay/%'
    {%- endif -%}
{%- endmacro %}

{# (stream, record_key, item) of every field that its type cannot hold, of records whose fields are `text`. #}
{% macro untyped_fields(stream, texts, slips, untyped) -%}
    select
        '{{ stream }}' as stream,
        record_key,
        {{ each("list_filter(" ~ untyped ~ ", lambda item: item.raw_value is not null)") }} as item
    from {{ texts }}
    -- Nearly every record is in order, and finding that out costs less than listing its fields.
    where {{ slips }}
{%- endmacro %}

{# The text where it is there and cannot be read as the type. #}
{% macro unless_typed(text, type) %}case when {{ slips(text, type) }} then {{ text }} end{% endmacro %}

{# Whether the text is there and cannot be read as the type. #}
{% macro slips(text, type) %}({{ text }} is not null and try_cast({{ text }} as {{ type }}) is null){% endmacro %}

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
            '' as reason,
            cast(null as date) as business_date
        where false
    )
    {%- elif execute and not has_column(relation, 'business_date') -%}
    (
        select
            *,
            cast(null as date) as business_date
        from {{ relation }}
    )
    {%- else -%} {{ relation }}
    {%- endif -%}
{%- endmacro %}

{# Which parents' child lists have been read, and in which load. #}
{% macro child_reads() -%}
    {%- set relation = source('raw', 'child_reads') -%}
    {%- if execute and load_relation(relation) is none -%}
    (
        select
            '' as stream,
            '' as parent_key,
            '' as _dlt_load_id
        where false
    )
    {%- else -%} {{ relation }}
    {%- endif -%}
{%- endmacro %}

{# Whether a relation has the column: a table loaded by an older version may lack it. #}
{% macro has_column(relation, column) -%}
    {{ return(column in (adapter.get_columns_in_relation(relation) | map(attribute='name') | list)) }}
{%- endmacro %}
