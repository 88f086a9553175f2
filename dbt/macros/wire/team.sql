{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro team_struct() %}'{"id":"BIGINT","name":"VARCHAR","members":["VARCHAR"],"roles":["VARCHAR"]}'{% endmacro %}

{% macro team_fields(row) %}
    {{ row }}."id" as "id",
    {{ row }}."name" as "name",
    {{ row }}."members" as "members",
    {{ row }}."roles" as "roles"
{% endmacro %}

{% macro team_text() %}'{"id":"VARCHAR"}'{% endmacro %}

{% macro team_slips() %}
    {{ slips('text."id"', 'BIGINT') }}
{% endmacro %}

{% macro team_untyped() %}
    [
        {'field': 'id', 'raw_value': {{ unless_typed('text."id"', 'BIGINT') }}}
    ]
{% endmacro %}
