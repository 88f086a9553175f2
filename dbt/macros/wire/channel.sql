{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro channel_struct() %}'{"id":"BIGINT","name":"VARCHAR","operator":"VARCHAR","commission":"DECIMAL(17,4)"}'{% endmacro %}

{% macro channel_fields(row) %}{% call names() %}
    {{ row }}."id" as "id",
    nullif({{ row }}."name", '') as "name",
    nullif({{ row }}."operator", '') as "operator",
    {{ row }}."commission" as "commission"
{% endcall %}{% endmacro %}

{% macro channel_text() %}'{"id":"VARCHAR","commission":"VARCHAR"}'{% endmacro %}

{% macro channel_slips() %}{% call names() %}
    {{ any_of([
        slips('"id"', 'text."id"'),
        slips('"commission"', 'text."commission"')
    ]) }}
{% endcall %}{% endmacro %}

{% macro channel_untyped() %}{% call names() %}
    {{ unread(list_of([
        field_of('id', 'text."id"', '"id"'),
        field_of('commission', 'text."commission"', '"commission"')
    ])) }}
{% endcall %}{% endmacro %}
