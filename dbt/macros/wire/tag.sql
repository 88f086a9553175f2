{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro tag_struct() %}'{"id":"BIGINT","name":"VARCHAR","description":"VARCHAR"}'{% endmacro %}

{% macro tag_fields(row) %}
    {{ row }}."id" as "id",
    {{ row }}."name" as "name",
    {{ row }}."description" as "description"
{% endmacro %}

{% macro tag_text() %}'{"id":"VARCHAR"}'{% endmacro %}

{% macro tag_slips() %}
    {{ slips('text."id"', 'BIGINT') }}
{% endmacro %}

{% macro tag_untyped() %}
    [
        {'field': 'id', 'raw_value': {{ unless_typed('text."id"', 'BIGINT') }}}
    ]
{% endmacro %}
