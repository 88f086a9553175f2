{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro market_segment_struct() %}'{"id":"BIGINT","name":"VARCHAR","description":"VARCHAR"}'{% endmacro %}

{% macro market_segment_fields(row) %}
    {{ row }}."id" as "id",
    {{ row }}."name" as "name",
    {{ row }}."description" as "description"
{% endmacro %}

{% macro market_segment_text() %}'{"id":"VARCHAR"}'{% endmacro %}

{% macro market_segment_slips() %}
    {{ slips('text."id"', 'BIGINT') }}
{% endmacro %}

{% macro market_segment_untyped() %}
    [
        {'field': 'id', 'raw_value': {{ unless_typed('text."id"', 'BIGINT') }}}
    ]
{% endmacro %}
