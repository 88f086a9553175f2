{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro team_struct() %}'{"id":"BIGINT","name":"VARCHAR","members":["VARCHAR"],"roles":["VARCHAR"]}'{% endmacro %}

{% macro team_fields(row) %}
    {{ row }}."id" as id,
    {{ row }}."name" as name,
    {{ row }}."members" as members,
    {{ row }}."roles" as roles
{% endmacro %}

{% macro team_text() %}'{"id":"VARCHAR","name":"VARCHAR","members":["VARCHAR"],"roles":["VARCHAR"]}'{% endmacro %}

{% macro team_untyped(typed, text) %}
    [
        {'field': 'id', 'raw_value': case when {{ typed }}."id" is null then {{ text }}."id" end}
    ]
{% endmacro %}
