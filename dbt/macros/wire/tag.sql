{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro tag_struct() %}'{"id":"BIGINT","name":"VARCHAR","description":"VARCHAR"}'{% endmacro %}

{% macro tag_fields(row) %}{% call names() %}
    {{ row }}."id" as "id",
    nullif({{ row }}."name", '') as "name",
    nullif({{ row }}."description", '') as "description"
{% endcall %}{% endmacro %}

{% macro tag_text() %}'{"id":"VARCHAR"}'{% endmacro %}

{% macro tag_slips() %}{% call names() %}
    {{ any_of([
        slips('record."id"', 'text."id"')
    ]) }}
{% endcall %}{% endmacro %}

{% macro tag_untyped() %}{% call names() %}
    {{ list_of([
        unless_typed('id', 'record."id"', 'text."id"')
    ]) }}
{% endcall %}{% endmacro %}
