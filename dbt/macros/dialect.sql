{# Everything in which SQL dialects differ: another database is another `<adapter>__` macro beside the one here. #}

{% macro read_json(text, description) %}{{ return(adapter.dispatch('read_json')(text, description)) }}{% endmacro %}
{% macro duckdb__read_json(text, description) %}from_json({{ text }}, {{ description }}){% endmacro %}

{% macro whole_number(text) %}{{ return(adapter.dispatch('whole_number')(text)) }}{% endmacro %}
{% macro duckdb__whole_number(text) %}cast(hash({{ text }}) >> 12 as bigint){% endmacro %}

{# The local calendar date of a moment. #}
{% macro local_date(moment, zone) %}{{ return(adapter.dispatch('local_date')(moment, zone)) }}{% endmacro %}
{% macro duckdb__local_date(moment, zone) %}cast({{ moment }} at time zone {{ zone }} as date){% endmacro %}

{% macro time_zones() %}{{ return(adapter.dispatch('time_zones')()) }}{% endmacro %}
{% macro duckdb__time_zones() %}(select name from pg_timezone_names()){% endmacro %}

{% macro days_between(first, last) %}{{ return(adapter.dispatch('days_between')(first, last)) }}{% endmacro %}
{% macro duckdb__days_between(first, last) %}({{ last }} - {{ first }}){% endmacro %}

{% macro add_days(day, number) %}{{ return(adapter.dispatch('add_days')(day, number)) }}{% endmacro %}
{% macro duckdb__add_days(day, number) %}({{ day }} + cast({{ number }} as integer)){% endmacro %}

{% macro month_of(day) %}{{ return(adapter.dispatch('month_of')(day)) }}{% endmacro %}
{% macro duckdb__month_of(day) %}cast(date_trunc('month', {{ day }}) as date){% endmacro %}

{% macro last_day_of(day) %}{{ return(adapter.dispatch('last_day_of')(day)) }}{% endmacro %}
{% macro duckdb__last_day_of(day) %}last_day({{ day }}){% endmacro %}

{# One row for each of 0 .. number - 1, in the select list. #}
{% macro unfold(number) %}{{ return(adapter.dispatch('unfold')(number)) }}{% endmacro %}
{% macro duckdb__unfold(number) %}unnest(range({{ number }})){% endmacro %}

{# One row for each element of a list, in the select list. #}
{% macro each(elements) %}{{ return(adapter.dispatch('each')(elements)) }}{% endmacro %}
{% macro duckdb__each(elements) %}unnest({{ elements }}){% endmacro %}

{# `whole // divisor` rounded down, for negative numbers too (DuckDB's `//` cuts towards zero). The divisor is positive. #}
{% macro floor_div(whole, divisor) %}{{ return(adapter.dispatch('floor_div')(whole, divisor)) }}{% endmacro %}
{% macro duckdb__floor_div(whole, divisor) %}(
        (({{ whole }}) // ({{ divisor }})) - cast((({{ whole }}) % ({{ divisor }})) < 0 as bigint)
    ){% endmacro %}

{# A stable 128-bit keyed digest as text. #}
{% macro keyed_digest(text, key) %}{{ return(adapter.dispatch('keyed_digest')(text, key)) }}{% endmacro %}
{% macro duckdb__keyed_digest(text, key) %}left(sha256({{ key }} || sha256({{ key }} || {{ text }})), 32){% endmacro %}

{% macro add_months(month, number) %}{{ return(adapter.dispatch('add_months')(month, number)) }}{% endmacro %}
{% macro duckdb__add_months(month, number) %}cast({{ month }} + to_months(cast({{ number }} as integer)) as date){% endmacro %}

{% macro months_between(first, last) %}{{ return(adapter.dispatch('months_between')(first, last)) }}{% endmacro %}
{% macro duckdb__months_between(first, last) %}datediff('month', {{ first }}, {{ last }}){% endmacro %}

{# The moment that a number of seconds since 1970 stands for, from its text; null where the text is no number. #}
{% macro moment_of(seconds) %}{{ return(adapter.dispatch('moment_of')(seconds)) }}{% endmacro %}
{% macro duckdb__moment_of(seconds) %}to_timestamp(try_cast({{ seconds }} as double)){% endmacro %}

{# Behind the name of a CTE that several expressions read: it is worked out once. #}
{% macro once() %}materialized{% endmacro %}

{# One whole number for these values: equal for equal ones, and for others by an accident of one in 2^64. #}
{% macro fingerprint(values) %}{{ return(adapter.dispatch('fingerprint')(values)) }}{% endmacro %}
{% macro duckdb__fingerprint(values) %}hash({{ values | join(', ') }}){% endmacro %}

{# The same for all columns of a row. #}
{% macro row_fingerprint(row) %}{{ return(adapter.dispatch('row_fingerprint')(row)) }}{% endmacro %}
{% macro duckdb__row_fingerprint(row) %}hash({{ row }}){% endmacro %}

{# That a row of `relation`, called `alias`, is new: `known` lacks its version. Only such rows have their JSON read. #}
{% macro rows_lacking(relation, alias, version, condition, known) -%}
    {{ return(adapter.dispatch('rows_lacking')(relation, alias, version, condition, known)) }}
{%- endmacro %}
{% macro duckdb__rows_lacking(relation, alias, version, condition, known) -%}
    {{ alias }}.rowid in (
        select {{ alias }}.rowid
        from {{ relation }} as {{ alias }}
        anti join {{ known }} as known on {{ version }} = known.version
        where {{ condition }}
    )
{%- endmacro %}
