{# The number of nights of a stay, at most fifty years: an end like 9999-12-31 must not create three million nights in every build. #}
{% macro stay_nights(first, last) -%}
    {%- set fifty_years = 18262 -%}
    cast(least(greatest({{ days_between(first, last) }}, 0), {{ fifty_years }}) as integer)
{%- endmacro %}

{#
    Stays split at month ends: (the columns of `stays`, month, first_number, end_number). The nights of the month have the numbers from
    first_number up to, not including, end_number. A same-day stay is one share in the month of its date. `stays` has start_date
    and shares.
#}
{% macro stay_months(stays) %}
(
    with cut as (
        select
            *,
            {{ unfold_months(
                month_of('start_date'),
                months_between('start_date', add_days('start_date', 'shares - 1')) ~ ' + 1'
            ) }} as month
        from {{ stays }}
    )

    select
        *,
        {{ days_between('start_date', 'greatest(start_date, month)') }} as first_number,
        least({{ days_between('start_date', add_months('month', 1)) }}, shares) as end_number
    from cut
)
{% endmacro %}

{# The spans of units split at month ends: (building_id, unit_type_id, state, is_conflict, month, start_date, end_date). #}
{% macro span_months(spans) %}
(
    with cut as (
        select
            *,
            {{ unfold_months(month_of('start_date'), months_between('start_date', add_days('end_date', -1)) ~ ' + 1') }} as month
        from {{ spans }} as spans
    )

    select
        building_id,
        unit_type_id,
        state,
        is_conflict,
        month,
        greatest(start_date, month) as start_date,
        least(end_date, {{ add_months('month', 1) }}) as end_date
    from cut
)
{% endmacro %}

{# The part of an amount that the nights of a month have. The parts of all months of a stay sum to the amount exactly. #}
{% macro month_share(cents) -%}
    {%- set rest = rest_of_shares(cents, 'shares') -%}
    {{ least_share(cents, 'shares') }} * (end_number - first_number)
    + {{ whole_div(rest ~ ' * end_number', 'shares') }} - {{ whole_div(rest ~ ' * first_number', 'shares') }}
{%- endmacro %}
