{#
    The columns are a key: none is null, and no combination occurs twice. Where one of them is a `day`, a month holds as many dates
    as rows: of a million rows that is known in half the time.
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
