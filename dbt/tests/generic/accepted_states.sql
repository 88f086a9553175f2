{# The column holds one of these values and is never null. #}
{% test accepted_states(model, column, states) %}
    select
        {{ column }},
        count(*) as times
    from {{ model }}
    where {{ column }} is null or {{ column }} not in ({{ texts(states) }})
    group by {{ column }}
{% endtest %}
