{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro tax_code_struct() %}'{"id":"BIGINT","name":"VARCHAR","code":"VARCHAR","rate":"DECIMAL(18,4)"}'{% endmacro %}

{% macro tax_code_fields(row) %}{% call names() %}
    {{ row }}."id" as "id",
    nullif({{ row }}."name", '') as "name",
    nullif({{ row }}."code", '') as "code",
    {{ row }}."rate" as "rate"
{% endcall %}{% endmacro %}

{% macro tax_code_text() %}'{"id":"VARCHAR","rate":"VARCHAR"}'{% endmacro %}

{% macro tax_code_slips() %}{% call names() %}
    {{ any_of([
        slips('record."id"', 'text."id"'),
        slips('record."rate"', 'text."rate"')
    ]) }}
{% endcall %}{% endmacro %}

{% macro tax_code_untyped() %}{% call names() %}
    {{ list_of([
        unless_typed('id', 'record."id"', 'text."id"'),
        unless_typed('rate', 'record."rate"', 'text."rate"')
    ]) }}
{% endcall %}{% endmacro %}
