{# Condition: a stay has nights, or is a same-day stay. #}
{% macro holds_nights() -%}
    occupancy_state in ('occupied', 'tentative')
    and start_date is not null
    and end_date is not null
{%- endmacro %}

{# Condition: a stay is sold, and has nights or is a same-day stay. #}
{% macro sells_nights() -%}
    occupancy_state = 'occupied' and start_date is not null and end_date is not null
{%- endmacro %}

{# The parts of a stay's amounts for its nights, or its one day: (shares, and for each amount _least and _rest; see least_share). #}
{% macro shares_of(amounts) -%}
    {% for amount in amounts -%}
    {{ least_share(amount, 'greatest(nights, 1)') }} as {{ amount }}_least,
    {{ rest_of_shares(amount, 'greatest(nights, 1)') }} as {{ amount }}_rest,
    {% endfor -%}
    greatest(nights, 1) as shares
{%- endmacro %}

{#
    One row for each night of a stay, and one row for a same-day stay. The amounts of the rows sum to the amounts of the stay.

    stays    rows of int_room_stays
    columns  the columns of a stay that each of its nights has
    amounts  columns in whole cents, which are split over the nights
#}
{% macro nights_of(stays, columns, amounts) -%}
with stays as (
    select
        *,
        {{ shares_of(amounts) }}
    from {{ stays }}
    where {{ holds_nights() }}
),

numbered as (
    select
        *,
        {{ unfold('shares') }} as night_number
    from stays
)

select
    {{ add_days('start_date', 'night_number') }} as night_date,
    {% for amount in amounts -%}
    {{ share_with_rest(amount ~ '_least', amount ~ '_rest', 'night_number', 'shares') }} as {{ amount }},
    {% endfor -%}
    {{ columns | join(',\n    ') }}
from numbered
{%- endmacro %}
