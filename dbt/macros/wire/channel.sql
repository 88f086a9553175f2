{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro channel_struct() %}'{"id":"BIGINT","name":"VARCHAR","operator":"VARCHAR","commission":"DECIMAL(18,4)"}'{% endmacro %}

{% macro channel_fields(row) %}
    {{ row }}."id" as "id",
    {{ row }}."name" as "name",
    {{ row }}."operator" as "operator",
    {{ row }}."commission" as "commission"
{% endmacro %}

{% macro channel_text() %}'{"id":"VARCHAR","commission":"VARCHAR"}'{% endmacro %}

{% macro channel_slips() %}
    {{ slips('text."id"', 'BIGINT') }}
    or {{ slips('text."commission"', 'DECIMAL(18,4)') }}
{% endmacro %}

{% macro channel_untyped() %}
    [
        {'field': 'id', 'raw_value': {{ unless_typed('text."id"', 'BIGINT') }}},
        {'field': 'commission', 'raw_value': {{ unless_typed('text."commission"', 'DECIMAL(18,4)') }}}
    ]
{% endmacro %}
