{# The columns are a key: none is null, and no combination occurs twice. #}
{% test key(model, columns) %}
    select
        {{ columns | join(', ') }},
        count(*) as times
    from {{ model }}
    group by {{ columns | join(', ') }}
    having count(*) > 1 {% for column in columns %}or {{ column }} is null {% endfor %}
{% endtest %}
