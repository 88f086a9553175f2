{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro market_segment_struct() %}'{"id":"BIGINT","name":"VARCHAR"}'{% endmacro %}

{% macro market_segment_fields(row) %}{% call names() %}
    {{ row }}."id" as "id",
    nullif({{ row }}."name", '') as "name"
{% endcall %}{% endmacro %}

{% macro market_segment_text() %}'{"id":"VARCHAR"}'{% endmacro %}

{% macro market_segment_slips() %}{% call names() %}
    {{ any_of([
        slips('"id"', 'text."id"')
    ]) }}
{% endcall %}{% endmacro %}

{% macro market_segment_untyped() %}{% call names() %}
    {{ unread(list_of([
        field_of('id', 'text."id"', '"id"')
    ])) }}
{% endcall %}{% endmacro %}
