{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro team_struct() %}'{"id":"BIGINT","name":"VARCHAR","members":["VARCHAR"],"roles":["VARCHAR"]}'{% endmacro %}

{% macro team_fields(row) %}{% call names() %}
    {{ row }}."id" as "id",
    nullif({{ row }}."name", '') as "name",
    {{ row }}."members" as "members",
    {{ row }}."roles" as "roles"
{% endcall %}{% endmacro %}

{% macro team_text() %}'{"id":"VARCHAR"}'{% endmacro %}

{% macro team_slips() %}{% call names() %}
    {{ any_of([
        slips('record."id"', 'text."id"')
    ]) }}
{% endcall %}{% endmacro %}

{% macro team_untyped() %}{% call names() %}
    {{ list_of([
        unless_typed('id', 'record."id"', 'text."id"')
    ]) }}
{% endcall %}{% endmacro %}
