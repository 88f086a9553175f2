{# That these columns and a day are a key: a month holds as many dates as rows. #}
{% test key_of_days(model, columns, day) %}
    select
        {{ columns | join(', ') }},
        {{ month_of(day) }} as month,
        count(*) as times
    from {{ model }}
    group by {{ columns | join(', ') }}, {{ month_of(day) }}
    having
        count(*) <> coalesce({{ dates_of_a_month(day) }}, 0)
        {% for column in columns -%} or {{ column }} is null {% endfor %}
{% endtest %}
