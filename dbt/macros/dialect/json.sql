{# Where SQL dialects differ: types, texts, and records in a text of JSON. Another database is another `<adapter>__` macro beside those here. #}

{# A type by its name in DuckDB. #}
{% macro sql_type(name) %}{{ return(adapter.dispatch('sql_type')(name)) }}{% endmacro %}
{% macro duckdb__sql_type(name) %}{{ return(name) }}{% endmacro %}
{% macro spark__sql_type(name) -%}
    {%- set theirs = {'varchar': 'string', 'timestamptz': 'timestamp', 'ubigint': 'bigint', 'hugeint': 'decimal(38, 0)'} -%}
    {{ return(theirs.get(name | lower, name)) }}
{%- endmacro %}

{# A text, whatever stands in it. #}
{% macro text_of(words) %}{{ return(adapter.dispatch('text_of')(words)) }}{% endmacro %}
{% macro duckdb__text_of(words) %}'{{ words | replace("'", "''") }}'{% endmacro %}
{# Two quotes are the end of one text there, and the beginning of another. #}
{% macro spark__text_of(words) %}'{{ words | replace("\\", "\\\\") | replace("'", "\\'") }}'{% endmacro %}

{# SQL in which only names stand in double quotes. #}
{% macro names() %}{{ return(adapter.dispatch('names')(caller())) }}{% endmacro %}
{% macro duckdb__names(sql) %}{{ return(sql) }}{% endmacro %}
{% macro spark__names(sql) %}{{ return(sql | replace('"', '`')) }}{% endmacro %}

{# The record in a text of JSON, read by a description of its fields and their types, in the select list; what cannot be read is null. #}
{% macro read_json(text, description) %}{{ return(adapter.dispatch('read_json')(text, description)) }}{% endmacro %}
{% macro duckdb__read_json(text, description) %}from_json({{ text }}, {{ description }}){% endmacro %}
{#
    Spark's own reader takes no number or flag that is written as text: all but decimals is read as text, and then cast.
    Unfolding a list of that one record keeps Spark from reading it again for each condition on its fields.
#}
{% macro spark__read_json(text, description) -%}
    {%- set fields = fromjson(description[1:-1]) -%}
    explode(transform(array(from_json({{ text }}, '{{ spark_json_type(fields) }}')), r -> {{ spark_json_value('r', fields) }}))
{%- endmacro %}

{% macro spark_json_type(kind) -%}
    {%- if kind is mapping -%}
        struct<{% for name, inner in kind.items() %}`{{ name }}`:{{ spark_json_type(inner) }}{{ ',' if not loop.last }}{% endfor %}>
    {%- elif kind is string -%} {{ 'decimal(38,10)' if kind.startswith('DECIMAL') else 'string' }}
    {%- else -%} array<{{ spark_json_type(kind[0]) }}>
    {%- endif -%}
{%- endmacro %}

{% macro spark_json_value(value, kind, depth=0) -%}
    {%- if kind is mapping -%}
        if({{ value }} is null, null, named_struct(
            {%- for name, inner in kind.items() -%}
                '{{ name }}', {{ spark_json_value(value ~ '.`' ~ name ~ '`', inner, depth) }}{{ ', ' if not loop.last }}
            {%- endfor -%}
        ))
    {%- elif kind == 'VARCHAR' -%} {{ value }}
    {%- elif kind is string -%} try_cast({{ value }} as {{ sql_type(kind) }})
    {%- else -%} transform({{ value }}, i{{ depth }} -> {{ spark_json_value('i' ~ depth, kind[0], depth + 1) }})
    {%- endif -%}
{%- endmacro %}
