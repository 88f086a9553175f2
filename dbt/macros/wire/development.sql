{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro development_struct() %}'{"id":"BIGINT","name":"VARCHAR","areaId":"BIGINT","status":"VARCHAR"}'{% endmacro %}

{% macro development_fields(row) %}{% call names() %}
    {{ row }}."id" as "id",
    nullif({{ row }}."name", '') as "name",
    {{ reference(row ~ '."areaId"') }} as "area_id",
    nullif({{ row }}."status", '') as "status"
{% endcall %}{% endmacro %}

{% macro development_text() %}'{"id":"VARCHAR","areaId":"VARCHAR"}'{% endmacro %}

{% macro development_slips() %}{% call names() %}
    {{ any_of([
        slips('"id"', 'text."id"'),
        slips('"area_id"', reference_text('text."areaId"'))
    ]) }}
{% endcall %}{% endmacro %}

{% macro development_untyped() %}{% call names() %}
    {{ unread(list_of([
        field_of('id', 'text."id"', '"id"'),
        field_of('areaId', reference_text('text."areaId"'), '"area_id"')
    ])) }}
{% endcall %}{% endmacro %}
