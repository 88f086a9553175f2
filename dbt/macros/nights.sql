{# That a stay holds nights, or is of the day. #}
{% macro holds_nights() -%}
    occupancy_state in ('occupied', 'tentative')
    and start_date is not null
    and end_date is not null
{%- endmacro %}

{# What a stay's amounts are split into over its nights, or its one day: (shares, and of each amount _least and _rest). #}
{% macro shares_of(amounts) -%}
    {% for amount in amounts -%}
    {{ least_share(amount, 'greatest(nights, 1)') }} as {{ amount }}_least,
    {{ rest_of_shares(amount, 'greatest(nights, 1)') }} as {{ amount }}_rest,
    {% endfor -%}
    greatest(nights, 1) as shares
{%- endmacro %}

{#
    A row per night of every stay that holds one, and one row for a same-day stay; the cents of the rows sum to the stay's.
    `stays` are rows of int_room_stays, `columns` those of theirs that each night has, `amounts` in whole cents.
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
