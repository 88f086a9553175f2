{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro booking_type_struct() %}'{"id":"BIGINT","name":"VARCHAR","description":"VARCHAR"}'{% endmacro %}

{% macro booking_type_fields(row) %}
    {{ row }}."id" as "id",
    {{ row }}."name" as "name",
    {{ row }}."description" as "description"
{% endmacro %}

{% macro booking_type_text() %}'{"id":"VARCHAR"}'{% endmacro %}

{% macro booking_type_slips() %}
    {{ slips('text."id"', 'BIGINT') }}
{% endmacro %}

{% macro booking_type_untyped() %}
    [
        {'field': 'id', 'raw_value': {{ unless_typed('text."id"', 'BIGINT') }}}
    ]
{% endmacro %}
