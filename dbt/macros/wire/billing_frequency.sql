{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro billing_frequency_struct() %}'{"id":"BIGINT","name":"VARCHAR","description":"VARCHAR"}'{% endmacro %}

{% macro billing_frequency_fields(row) %}
    {{ row }}."id" as "id",
    {{ row }}."name" as "name",
    {{ row }}."description" as "description"
{% endmacro %}

{% macro billing_frequency_text() %}'{"id":"VARCHAR"}'{% endmacro %}

{% macro billing_frequency_slips() %}
    {{ slips('text."id"', 'BIGINT') }}
{% endmacro %}

{% macro billing_frequency_untyped() %}
    [
        {'field': 'id', 'raw_value': {{ unless_typed('text."id"', 'BIGINT') }}}
    ]
{% endmacro %}
