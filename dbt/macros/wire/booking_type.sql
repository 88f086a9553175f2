{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro booking_type_struct() %}'{"id":"BIGINT","name":"VARCHAR","description":"VARCHAR"}'{% endmacro %}

{% macro booking_type_fields(row) %}{% call names() %}
    {{ row }}."id" as "id",
    nullif({{ row }}."name", '') as "name",
    nullif({{ row }}."description", '') as "description"
{% endcall %}{% endmacro %}

{% macro booking_type_text() %}'{"id":"VARCHAR"}'{% endmacro %}

{% macro booking_type_slips() %}{% call names() %}
    {{ any_of([
        slips('record."id"', 'text."id"')
    ]) }}
{% endcall %}{% endmacro %}

{% macro booking_type_untyped() %}{% call names() %}
    {{ list_of([
        unless_typed('id', 'record."id"', 'text."id"')
    ]) }}
{% endcall %}{% endmacro %}
