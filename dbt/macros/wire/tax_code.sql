{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro tax_code_struct() %}'{"id":"BIGINT","name":"VARCHAR","code":"VARCHAR","rate":"DECIMAL(18,4)"}'{% endmacro %}

{% macro tax_code_fields(row) %}
    {{ row }}."id" as "id",
    {{ row }}."name" as "name",
    {{ row }}."code" as "code",
    {{ row }}."rate" as "rate"
{% endmacro %}

{% macro tax_code_text() %}'{"id":"VARCHAR","rate":"VARCHAR"}'{% endmacro %}

{% macro tax_code_slips() %}
    {{ slips('text."id"', 'BIGINT') }}
    or {{ slips('text."rate"', 'DECIMAL(18,4)') }}
{% endmacro %}

{% macro tax_code_untyped() %}
    [
        {'field': 'id', 'raw_value': {{ unless_typed('text."id"', 'BIGINT') }}},
        {'field': 'rate', 'raw_value': {{ unless_typed('text."rate"', 'DECIMAL(18,4)') }}}
    ]
{% endmacro %}
