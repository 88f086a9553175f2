{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro tax_code_struct() %}'{"id":"BIGINT","name":"VARCHAR","code":"VARCHAR","rate":"DECIMAL(18,4)"}'{% endmacro %}

{% macro tax_code_fields(row) %}
    {{ row }}."id" as id,
    {{ row }}."name" as name,
    {{ row }}."code" as code,
    {{ row }}."rate" as rate
{% endmacro %}

{% macro tax_code_text() %}'{"id":"VARCHAR","name":"VARCHAR","code":"VARCHAR","rate":"VARCHAR"}'{% endmacro %}

{% macro tax_code_untyped(typed, text) %}
    [
        {'field': 'id', 'raw_value': case when {{ typed }}."id" is null then {{ text }}."id" end},
        {'field': 'rate', 'raw_value': case when {{ typed }}."rate" is null then {{ text }}."rate" end}
    ]
{% endmacro %}
