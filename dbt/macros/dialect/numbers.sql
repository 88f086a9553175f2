{# Differences of SQL dialects: whole numbers and digests. Another database needs its own `<adapter>__` macros here. #}

{% macro whole_number(text) %}{{ return(adapter.dispatch('whole_number')(text)) }}{% endmacro %}
{% macro duckdb__whole_number(text) %}cast(hash({{ text }}) >> 12 as bigint){% endmacro %}
{% macro spark__whole_number(text) %}shiftrightunsigned(xxhash64({{ text }}), 12){% endmacro %}

{# `whole // divisor`, truncated towards zero. #}
{% macro whole_div(whole, divisor) %}{{ return(adapter.dispatch('whole_div')(whole, divisor)) }}{% endmacro %}
{% macro duckdb__whole_div(whole, divisor) %}({{ whole }}) // ({{ divisor }}){% endmacro %}
{% macro spark__whole_div(whole, divisor) %}({{ whole }}) div ({{ divisor }}){% endmacro %}

{# `whole // divisor` rounded down, for negative numbers too (DuckDB's `//` truncates towards zero). The divisor is positive. #}
{% macro floor_div(whole, divisor) %}(
        ({{ whole_div(whole, divisor) }}) - cast((({{ whole }}) % ({{ divisor }})) < 0 as bigint)
    ){% endmacro %}

{# A stable 128-bit keyed digest as text. #}
{% macro keyed_digest(text, key) %}{{ return(adapter.dispatch('keyed_digest')(text, key)) }}{% endmacro %}
{% macro duckdb__keyed_digest(text, key) %}left(sha256({{ key }} || sha256({{ key }} || {{ text }})), 32){% endmacro %}
{% macro spark__keyed_digest(text, key) %}left(sha2({{ key }} || sha2({{ key }} || {{ text }}, 256), 256), 32){% endmacro %}

{# One whole number for a list of values: equal for equal values, and for different ones with a probability of 2^-64. #}
{% macro fingerprint(values) %}{{ return(adapter.dispatch('fingerprint')(values)) }}{% endmacro %}
{% macro duckdb__fingerprint(values) %}hash({{ values | join(', ') }}){% endmacro %}
{# Spark's hash ignores null, so whether a value is null is hashed too. #}
{% macro spark__fingerprint(values) -%}
    xxhash64({% for value in values %}{{ value }}, {{ value }} is null{{ ', ' if not loop.last }}{% endfor %})
{%- endmacro %}

{# The fingerprint of all columns of a row. #}
{% macro row_fingerprint(row) %}{{ return(adapter.dispatch('row_fingerprint')(row)) }}{% endmacro %}
{% macro duckdb__row_fingerprint(row) %}hash({{ row }}){% endmacro %}
{% macro spark__row_fingerprint(row) %}xxhash64(to_json(struct({{ row }}.*))){% endmacro %}

{# The sum of the fingerprints of a group's rows: it does not depend on the order of the rows. #}
{% macro fingerprint_of_group(values) %}{{ return(adapter.dispatch('fingerprint_of_group')(values)) }}{% endmacro %}
{% macro duckdb__fingerprint_of_group(values) %}sum({{ fingerprint(values) }}){% endmacro %}
{% macro spark__fingerprint_of_group(values) %}sum(cast({{ fingerprint(values) }} as decimal(20, 0))){% endmacro %}
