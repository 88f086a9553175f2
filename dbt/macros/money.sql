{# Money is whole cents in computations and DECIMAL(18,2) where people read it. All rounding is half away from zero. #}

{% macro to_cents(amount) %}cast(round(coalesce({{ amount }}, 0), 2) * 100 as bigint){% endmacro %}

{% macro from_cents(cents) %}cast(({{ cents }}) * 0.01 as decimal(18, 2)){% endmacro %}

{% macro to_money(amount) %}cast(round({{ amount }}, 2) as decimal(18, 2)){% endmacro %}

{#
    The first and last month for which there is a row of money, so that a date like 0001-01-01 or 9999-12-31 does not create a row for
    every month in between. Month ends count money dated before the first month as of the first month.
#}
{% macro first_money_month() %}{{ add_months(this_month(), -240) }}{% endmacro %}
{% macro last_money_month() %}{{ add_months(this_month(), 120) }}{% endmacro %}
{% macro is_beyond_money_months(day) %}({{ day }} < {{ first_money_month() }} or {{ day }} >= {{ add_months(this_month(), 121) }}){% endmacro %}

{# The share of `cents` of night `number` (from 0) of `nights`. The shares of all nights sum to `cents` exactly. #}
{% macro night_share(cents, number, nights) -%}
    {{ share_with_rest(least_share(cents, nights), rest_of_shares(cents, nights), number, nights) }}
{%- endmacro %}

{#
    The same share, `cents * (number + 1) // nights - cents * number // nights`, in two parts: the cents that every night has, and the
    number of nights that have a cent more. A stay's parts are computed once, so that each of its nights takes only one division.
#}
{% macro least_share(cents, nights) %}({{ floor_div(cents, nights) }}){% endmacro %}
{% macro rest_of_shares(cents, nights) %}({{ cents }} - {{ least_share(cents, nights) }} * {{ nights }}){% endmacro %}
{% macro share_with_rest(least, rest, number, nights) -%}
    {{ least }} + cast(({{ rest }} * ({{ number }} + 1)) % ({{ nights }}) < {{ rest }} as bigint)
{%- endmacro %}

{# An amount divided by a count, rounded to the cent, half away from zero, without binary floating point; null where the count is 0. #}
{% macro money_per(amount, number) -%}
    case when ({{ number }}) > 0 then {{ from_cents(
        "cast(sign(" ~ amount ~ ") as bigint) * (" ~ whole_div(
            "2 * cast(abs(cast(" ~ amount ~ " as decimal(28, 2))) * 100 as " ~ sql_type('hugeint') ~ ") + (" ~ number ~ ")", "2 * (" ~ number ~ ")"
        ) ~ ")"
    ) }} end
{%- endmacro %}

{# One sum divided by another, as a fraction; null where the second is 0 or null. #}
{% macro ratio(part, whole) %}case when ({{ whole }}) <> 0 then cast({{ part }} as double) / ({{ whole }}) end{% endmacro %}

{# The factor that converts an amount into the base currency: 1, the rate, or null where there is no rate. #}
{% macro base_rate(row, rates) %}case when {{ row }}.currency_code = {{ setting('base_currency') }} then 1 else {{ rates }}.rate end{% endmacro %}

{# Cents multiplied by a rate, in whole cents: not as DECIMAL(18,2), which DuckDB multiplies in 18 digits only. #}
{% macro converted(cents, rate) %}round(({{ cents }}) * {{ rate }}){% endmacro %}

{# Cents converted at the rate where `foreign_currency` is not null, and 0 where there is no rate. Most money is not converted. #}
{% macro in_currency(cents, foreign_currency, rate) -%}
    case when {{ foreign_currency }} is null then {{ cents }} else cast(coalesce({{ converted(cents, rate) }}, 0) as bigint) end
{%- endmacro %}
