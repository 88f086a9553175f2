{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro booking_terms_struct() %}'{"id":"BIGINT","name":"VARCHAR","description":"VARCHAR"}'{% endmacro %}

{% macro booking_terms_fields(row) %}
    {{ row }}."id" as "id",
    {{ row }}."name" as "name",
    {{ row }}."description" as "description"
{% endmacro %}

{% macro booking_terms_text() %}'{"id":"VARCHAR"}'{% endmacro %}

{% macro booking_terms_slips() %}
    {{ slips('text."id"', 'BIGINT') }}
{% endmacro %}

{% macro booking_terms_untyped() %}
    [
        {'field': 'id', 'raw_value': {{ unless_typed('text."id"', 'BIGINT') }}}
    ]
{% endmacro %}
