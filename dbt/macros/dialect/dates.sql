{# Differences of SQL dialects: dates, timestamps, and rows made from them. Another database needs its own `<adapter>__` macros here. #}

{# The local calendar date of a timestamp. #}
{% macro local_date(moment, zone) %}{{ return(adapter.dispatch('local_date')(moment, zone)) }}{% endmacro %}
{% macro duckdb__local_date(moment, zone) %}cast(({{ moment }}) at time zone {{ zone }} as date){% endmacro %}
{% macro spark__local_date(moment, zone) %}cast(from_utc_timestamp({{ moment }}, {{ zone }}) as date){% endmacro %}

{# The date of a staged date-time `name`: its column `name_on` where the text had no offset, else the local date of `name_at`. #}
{% macro stated_date(name, zone) %}{{ known_day('coalesce(' ~ name ~ '_on, ' ~ local_date(name ~ '_at', zone) ~ ')') }}{% endmacro %}

{# A date or moment, or null outside 1900 to 2199: services write 0001-01-01 or 9999-12-31 where they know no date. #}
{% macro known_day(day) -%}
    case when {{ day }} >= cast('1900-01-01' as date) and {{ day }} < cast('2200-01-01' as date) then {{ day }} end
{%- endmacro %}

{# The timestamp in a text. A text without an offset is taken as UTC. #}
{% macro moment(text) %}case when {{ has_a_year(text) }} then try_cast({{ text }} as {{ sql_type('timestamptz') }}) end{% endmacro %}

{# True for the years 1 to 9999. Databases write `infinity` and casts accept it, but no date can be counted from it. #}
{% macro has_a_year(text) %}{{ text }} like '____-%' and {{ text }} >= '0001'{% endmacro %}

{# The date in a text without an offset, which is the local date of those who wrote it; null for a text with an offset. #}
{% macro date_without_offset(text) -%}
    case when {{ has_a_year(text) }} and {{ text }} not like '%Z' and {{ fits(text, "'^ *[0-9-]+([T ][0-9:.]*)?$'") }} then try_cast({{ text }} as date) end
{%- endmacro %}

{#
    The date in a text. Nearly every text is a plain date or null, so these are decided first, as they cost least. The rules for
    timestamps read `written`, not the text, so that a statement has them once per field: planning them takes long. `zone` is the time
    zone of moments in UTC, by default the tenant's.
#}
{% macro date_in(text, zone=none) -%}
    case
        when {{ text }} is null then null
        when length({{ text }}) = 10 and {{ text }} >= '0001' and {{ text }} <= '9999-12-31' then try_cast({{ text }} as date)
        else {{ let('written', text, date_in_timestamp('written', zone or setting('time_zone'))) }}
    end
{%- endmacro %}

{#
    The date in the text of a timestamp. One with an offset other than UTC, or without one, has the date as written. So have midnight
    and the last second of a day in UTC.
#}
{% macro date_in_timestamp(text, zone) -%}
    {%- set offset = "(Z|[+-]00(:?00)?)$'" -%}
    case
        when not ({{ has_a_year(text) }}) then null
        when
            length({{ text }}) < 10
            or not {{ fits(text, "'" ~ offset) }}
            or {{ fits(text, "'[T ](00:00(:00([.]0*)?)?|23:59:59([.][0-9]*)?)" ~ offset) }}
            then try_cast({{ text }} as date)
        when not {{ fits(text, "'[T ][0-9]+:(00|15|30|45)(:00([.]0*)?)?" ~ offset) }}
            then {{ local_date(moment(text), zone) }}
        else {{ let('quarter', moment(text), date_of_quarter('quarter', zone)) }}
    end
{%- endmacro %}

{#
    The local date of a full quarter of an hour in UTC, which may be the local midnight at which the day begins in the time zone
    (2026-03-30T22:00:00Z is 2026-03-31 in Madrid). Null in the last four hours before local midnight: the quarter may be
    midnight in another zone, or late that evening.
#}
{% macro date_of_quarter(quarter, zone) -%}
    case
        when
            {{ local_date(quarter ~ ' - interval 1 second', zone) }} < {{ local_date(quarter, zone) }}
            or {{ local_date(quarter ~ ' + interval 4 hours', zone) }} = {{ local_date(quarter, zone) }}
            then {{ local_date(quarter, zone) }}
    end
{%- endmacro %}

{% macro fits(text, pattern) %}{{ return(adapter.dispatch('fits')(text, pattern)) }}{% endmacro %}
{% macro duckdb__fits(text, pattern) %}regexp_matches({{ text }}, {{ pattern }}){% endmacro %}
{% macro spark__fits(text, pattern) %}{{ text }} rlike {{ pattern }}{% endmacro %}

{% macro time_zones() %}{{ return(adapter.dispatch('time_zones')()) }}{% endmacro %}
{% macro duckdb__time_zones() %}(select name from pg_timezone_names()){% endmacro %}
{% macro spark__time_zones() -%}
    (select explode(split(trim(both '[]' from reflect('java.time.ZoneId', 'getAvailableZoneIds')), ', ')) as name)
{%- endmacro %}

{% macro days_between(first, last) %}{{ return(adapter.dispatch('days_between')(first, last)) }}{% endmacro %}
{% macro duckdb__days_between(first, last) %}({{ last }} - {{ first }}){% endmacro %}
{% macro spark__days_between(first, last) %}datediff({{ last }}, {{ first }}){% endmacro %}

{% macro add_days(day, number) %}{{ return(adapter.dispatch('add_days')(day, number)) }}{% endmacro %}
{% macro duckdb__add_days(day, number) %}({{ day }} + cast({{ number }} as integer)){% endmacro %}
{% macro spark__add_days(day, number) %}date_add({{ day }}, cast({{ number }} as integer)){% endmacro %}

{# Monday is 1, Sunday 7. #}
{% macro iso_weekday(day) %}{{ return(adapter.dispatch('iso_weekday')(day)) }}{% endmacro %}
{% macro duckdb__iso_weekday(day) %}isodow({{ day }}){% endmacro %}
{% macro spark__iso_weekday(day) %}(weekday({{ day }}) + 1){% endmacro %}

{% macro month_of(day) %}{{ return(adapter.dispatch('month_of')(day)) }}{% endmacro %}
{% macro duckdb__month_of(day) %}cast(date_trunc('month', {{ day }}) as date){% endmacro %}
{% macro spark__month_of(day) %}trunc({{ day }}, 'MM'){% endmacro %}

{% macro last_day_of(day) %}last_day({{ day }}){% endmacro %}

{% macro add_months(month, number) %}{{ return(adapter.dispatch('add_months')(month, number)) }}{% endmacro %}
{% macro duckdb__add_months(month, number) %}cast({{ month }} + to_months(cast({{ number }} as integer)) as date){% endmacro %}
{% macro spark__add_months(month, number) %}add_months({{ month }}, cast({{ number }} as integer)){% endmacro %}

{# The number of month ends between two dates; in DuckDB this is faster than `datediff`. #}
{% macro months_between(first, last) -%}
    ((year({{ last }}) - year({{ first }})) * 12 + month({{ last }}) - month({{ first }}))
{%- endmacro %}

{# The number of distinct dates in a group whose dates are all in one month. DuckDB counts the bits of one number, which is faster. #}
{% macro dates_of_a_month(day) %}{{ return(adapter.dispatch('dates_of_a_month')(day)) }}{% endmacro %}
{% macro default__dates_of_a_month(day) %}count(distinct {{ day }}){% endmacro %}
{% macro duckdb__dates_of_a_month(day) %}bit_count(bit_or(cast(1 as bigint) << day({{ day }}))){% endmacro %}

{# In a select list: one row for each of 0 .. number - 1. #}
{% macro unfold(number) %}{{ return(adapter.dispatch('unfold')(number)) }}{% endmacro %}
{% macro duckdb__unfold(number) %}unnest(range({{ number }})){% endmacro %}
{% macro spark__unfold(number) %}explode({{ spark_range(number) }}){% endmacro %}

{# In a select list: one row for each of `number` days from `first` on. #}
{% macro unfold_days(first, number) %}{{ return(adapter.dispatch('unfold_days')(first, number)) }}{% endmacro %}
{% macro duckdb__unfold_days(first, number) %}{{ add_days(first, unfold(number)) }}{% endmacro %}
{% macro spark__unfold_days(first, number) %}explode(transform({{ spark_range(number) }}, n -> {{ add_days(first, 'n') }})){% endmacro %}

{# In a select list: one row for each of `number` months from `first` on. #}
{% macro unfold_months(first, number) %}{{ return(adapter.dispatch('unfold_months')(first, number)) }}{% endmacro %}
{% macro duckdb__unfold_months(first, number) %}{{ add_months(first, unfold(number)) }}{% endmacro %}
{% macro spark__unfold_months(first, number) %}explode(transform({{ spark_range(number) }}, n -> {{ add_months(first, 'n') }})){% endmacro %}

{# Spark's `sequence` counts down where the end is before the start, and Spark allows no row generator inside an expression. #}
{% macro spark_range(number) -%}
    if({{ number }} > 0, sequence(0L, cast({{ number }} as bigint) - 1), cast(array() as array<bigint>))
{%- endmacro %}
