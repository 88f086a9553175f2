{# Where SQL dialects differ: whole numbers and digests. Another database is another `<adapter>__` macro beside those here. #}

{% macro whole_number(text) %}{{ return(adapter.dispatch('whole_number')(text)) }}{% endmacro %}
{% macro duckdb__whole_number(text) %}cast(hash({{ text }}) >> 12 as bigint){% endmacro %}
{% macro spark__whole_number(text) %}shiftrightunsigned(xxhash64({{ text }}), 12){% endmacro %}

{# `whole // divisor`, cut towards zero. #}
{% macro whole_div(whole, divisor) %}{{ return(adapter.dispatch('whole_div')(whole, divisor)) }}{% endmacro %}
{% macro duckdb__whole_div(whole, divisor) %}({{ whole }}) // ({{ divisor }}){% endmacro %}
{% macro spark__whole_div(whole, divisor) %}({{ whole }}) div ({{ divisor }}){% endmacro %}

{# `whole // divisor` rounded down, for negative numbers too (DuckDB's `//` cuts towards zero). The divisor is positive. #}
{% macro floor_div(whole, divisor) %}{{ return(adapter.dispatch('floor_div')(whole, divisor)) }}{% endmacro %}
{% macro default__floor_div(whole, divisor) %}(
        ({{ whole_div(whole, divisor) }}) - cast((({{ whole }}) % ({{ divisor }})) < 0 as bigint)
    ){% endmacro %}

{# A stable 128-bit keyed digest as text. #}
{% macro keyed_digest(text, key) %}{{ return(adapter.dispatch('keyed_digest')(text, key)) }}{% endmacro %}
{% macro duckdb__keyed_digest(text, key) %}left(sha256({{ key }} || sha256({{ key }} || {{ text }})), 32){% endmacro %}
{% macro spark__keyed_digest(text, key) %}left(sha2({{ key }} || sha2({{ key }} || {{ text }}, 256), 256), 32){% endmacro %}

{# One whole number for these values: equal for equal ones, and for others by an accident of one in 2^64. #}
{% macro fingerprint(values) %}{{ return(adapter.dispatch('fingerprint')(values)) }}{% endmacro %}
{% macro duckdb__fingerprint(values) %}hash({{ values | join(', ') }}){% endmacro %}
{# Spark's hash passes over null. #}
{% macro spark__fingerprint(values) -%}
    xxhash64({% for value in values %}{{ value }}, {{ value }} is null{{ ', ' if not loop.last }}{% endfor %})
{%- endmacro %}

{# The same for all columns of a row. #}
{% macro row_fingerprint(row) %}{{ return(adapter.dispatch('row_fingerprint')(row)) }}{% endmacro %}
{% macro duckdb__row_fingerprint(row) %}hash({{ row }}){% endmacro %}
{% macro spark__row_fingerprint(row) %}xxhash64(to_json(struct({{ row }}.*))){% endmacro %}

{# The sum of the fingerprints of a group: the same for the same rows in any order. #}
{% macro fingerprint_of_group(values) %}{{ return(adapter.dispatch('fingerprint_of_group')(values)) }}{% endmacro %}
{% macro duckdb__fingerprint_of_group(values) %}sum({{ fingerprint(values) }}){% endmacro %}
{% macro spark__fingerprint_of_group(values) %}sum(cast({{ fingerprint(values) }} as decimal(20, 0))){% endmacro %}
