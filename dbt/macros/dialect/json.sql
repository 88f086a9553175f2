{# Differences of SQL dialects: types, texts, and records in JSON texts. Another database needs its own `<adapter>__` macros here. #}

{# The database's type for the name of a DuckDB type. #}
{% macro sql_type(name) %}{{ return(adapter.dispatch('sql_type')(name)) }}{% endmacro %}
{% macro duckdb__sql_type(name) %}{{ return(name) }}{% endmacro %}
{% macro spark__sql_type(name) -%}
    {%- set theirs = {'varchar': 'string', 'timestamptz': 'timestamp', 'ubigint': 'bigint', 'hugeint': 'decimal(38, 0)'} -%}
    {{ return(theirs.get(name | lower, name)) }}
{%- endmacro %}

{# A text as an SQL literal, whatever characters it contains. #}
{% macro text_of(words) %}{{ return(adapter.dispatch('text_of')(words)) }}{% endmacro %}
{% macro duckdb__text_of(words) %}'{{ words | replace("'", "''") }}'{% endmacro %}
{# In Spark, two quotes end one literal and begin another, so a quote is escaped with a backslash. #}
{% macro spark__text_of(words) %}'{{ words | replace("\\", "\\\\") | replace("'", "\\'") }}'{% endmacro %}

{# `text` with every match of `pattern` replaced by `by`; the last two are SQL literals. #}
{% macro rewritten(text, pattern, by) %}{{ return(adapter.dispatch('rewritten')(text, pattern, by)) }}{% endmacro %}
{% macro duckdb__rewritten(text, pattern, by) %}regexp_replace({{ text }}, {{ pattern }}, {{ by }}, 'g'){% endmacro %}
{% macro spark__rewritten(text, pattern, by) %}regexp_replace({{ text }}, {{ pattern }}, {{ by }}){% endmacro %}

{# SQL in which double quotes enclose only names, with the database's quotes for names. #}
{% macro names() %}{{ return(adapter.dispatch('names')(caller())) }}{% endmacro %}
{% macro duckdb__names(sql) %}{{ return(sql) }}{% endmacro %}
{% macro spark__names(sql) %}{{ return(sql | replace('"', '`')) }}{% endmacro %}

{# In a select list: the record parsed from a JSON text. `description` has its fields and their types; a value that does not fit is null. #}
{% macro read_json(text, description) %}{{ return(adapter.dispatch('read_json')(text, description)) }}{% endmacro %}
{# DuckDB's own parser takes a flag for a number: all fields are read as text, and then cast. #}
{% macro duckdb__read_json(text, description) -%}
    {%- set fields = fromjson(description[1:-1]) -%}
    try_cast(from_json({{ text }}, '{{ duckdb_as_written(fields) | trim }}') as {{ duckdb_json_type(fields) | trim }})
{%- endmacro %}
{#
    Spark's own parser does not accept a number or flag written as text: all fields but decimals are read as text, and then cast.
    `explode` of a list with this one record keeps Spark from parsing it again for each condition on its fields.
#}
{% macro spark__read_json(text, description) -%}
    {%- set fields = fromjson(description[1:-1]) -%}
    explode(transform(array(from_json({{ text }}, '{{ spark_json_type(fields) }}')), r -> {{ spark_json_value('r', fields) }}))
{%- endmacro %}

{#
    In a select list, to be named `written`: the record parsed from a JSON text, together with the raw texts of its fields, whose
    structure is `texts`. `with_texts` turns rows with `written` into rows with `record` and `text`.
#}
{% macro read_both(text, description, texts) %}{{ return(adapter.dispatch('read_both')(text, description, texts)) }}{% endmacro %}
{# Parsing JSON is the expensive part: each field is parsed once, as text, and `with_texts` casts the texts to the record. #}
{% macro duckdb__read_both(text, description, texts) -%}
    from_json({{ text }}, '{{ duckdb_as_written(fromjson(description[1:-1])) | trim }}')
{%- endmacro %}
{% macro spark__read_both(text, description, texts) -%}
    {%- set fields, written = fromjson(description[1:-1]), fromjson(texts[1:-1]) -%}
    explode(transform(
        array(named_struct(
            'record', from_json({{ text }}, '{{ spark_json_type(fields) }}'),
            'text', from_json({{ text }}, '{{ spark_json_type(written) }}')
        )),
        r -> named_struct('record', {{ spark_json_value('r.`record`', fields) }}, 'text', r.`text`)
    ))
{%- endmacro %}

{% macro with_texts(versions, description) %}{{ return(adapter.dispatch('with_texts')(versions, description)) }}{% endmacro %}
{#
    The text that DuckDB returns for a JSON number has passed through binary floating point, which keeps 15 digits: every cent of the
    largest amount that fits.
#}
{% macro duckdb__with_texts(versions, description) -%}
    (
        select
            typed.record_key,
            typed.parent_key,
            typed.seen_at,
            typed.valid_from,
            typed.version,
            try_cast(typed.written as {{ duckdb_json_type(fromjson(description[1:-1])) | trim }}) as record,
            typed.written as text
        from {{ versions }} as typed
    )
{%- endmacro %}
{% macro spark__with_texts(versions, description) -%}
    (
        select
            record_key,
            parent_key,
            seen_at,
            valid_from,
            version,
            written.`record` as record,
            written.`text` as text
        from {{ versions }} as versions
    )
{%- endmacro %}

{# The JSON structure `kind` with every field as text. #}
{% macro duckdb_as_written(kind) -%}
    {%- if kind is mapping -%}
        { {%- for name, inner in kind.items() %}"{{ name }}":{{ duckdb_as_written(inner) }}{{ ',' if not loop.last }}{% endfor -%} }
    {%- elif kind is string -%} "VARCHAR"
    {%- else -%} [{{ duckdb_as_written(kind[0]) }}]
    {%- endif -%}
{%- endmacro %}

{% macro duckdb_json_type(kind) -%}
    {%- if kind is mapping -%}
        struct({% for name, inner in kind.items() %}"{{ name }}" {{ duckdb_json_type(inner) }}{{ ', ' if not loop.last }}{% endfor %})
    {%- elif kind is string -%} {{ kind }}
    {%- else -%} {{ duckdb_json_type(kind[0]) }}[]
    {%- endif -%}
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
