{# Money is whole cents while it is counted and DECIMAL(18,2) where people read it; all rounding is half away from zero. #}

{% macro to_cents(amount) %}cast(round(coalesce({{ amount }}, 0), 2) * 100 as bigint){% endmacro %}

{% macro from_cents(cents) %}cast(({{ cents }}) * 0.01 as decimal(18, 2)){% endmacro %}

{% macro to_money(amount) %}cast(round({{ amount }}, 2) as decimal(18, 2)){% endmacro %}

{#
    The months that money is laid out in one by one, so that a date like 0001-01-01 or 9999-12-31 does not become a row for every
    month in between, and month ends count what is dated before as of the first.
#}
{% macro first_money_month() %}{{ add_months(this_month(), -240) }}{% endmacro %}
{% macro last_money_month() %}{{ add_months(this_month(), 120) }}{% endmacro %}
{% macro is_beyond_money_months(day) %}({{ day }} < {{ first_money_month() }} or {{ day }} >= {{ add_months(this_month(), 121) }}){% endmacro %}

{# The share of night `number` (from 0) of `nights`: the shares of all nights sum to the cents exactly. #}
{% macro night_share(cents, number, nights) -%}
    {{ share_with_rest(least_share(cents, nights), rest_of_shares(cents, nights), number, nights) }}
{%- endmacro %}

{#
    The same, `cents * (number + 1) // nights - cents * number // nights`, in parts: what every night has, and how many of the
    nights have a cent more. For many nights of one stay the parts are worked out once, and one division is left for each.
#}
{% macro least_share(cents, nights) %}({{ floor_div(cents, nights) }}){% endmacro %}
{% macro rest_of_shares(cents, nights) %}({{ cents }} - {{ least_share(cents, nights) }} * {{ nights }}){% endmacro %}
{% macro share_with_rest(least, rest, number, nights) -%}
    {{ least }} + cast(({{ rest }} * ({{ number }} + 1)) % ({{ nights }}) < {{ rest }} as bigint)
{%- endmacro %}

{# Money over a count, to the cent, half away from zero, without passing through binary floating point; null over 0. #}
{% macro money_per(amount, number) -%}
    case when ({{ number }}) > 0 then {{ from_cents(
        "cast(sign(" ~ amount ~ ") as bigint) * (" ~ whole_div(
            "2 * cast(abs(" ~ amount ~ ") * 100 as " ~ sql_type('hugeint') ~ ") + (" ~ number ~ ")", "2 * (" ~ number ~ ")"
        ) ~ ")"
    ) }} end
{%- endmacro %}

{# Sum over sum, as a fraction; null where there is nothing to divide by. #}
{% macro ratio(part, whole) %}case when ({{ whole }}) <> 0 then cast({{ part }} as double) / ({{ whole }}) end{% endmacro %}

{# What an amount is multiplied with to stand in the base currency: 1, the rate, or null where none is known. #}
{% macro base_rate(row, rates) %}case when {{ row }}.currency_code = {{ setting('base_currency') }} then 1 else {{ rates }}.rate end{% endmacro %}

{# Cents of a foreign currency, where there is one, at the rate; nothing where none is known. Most money stays as it is. #}
{% macro in_currency(cents, foreign_currency, rate) -%}
    case when {{ foreign_currency }} is null then {{ cents }} else {{ to_cents(from_cents(cents) ~ ' * ' ~ rate) }} end
{%- endmacro %}
