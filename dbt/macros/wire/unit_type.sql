{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro unit_type_struct() %}'{"id":"BIGINT","name":"VARCHAR","description":"VARCHAR","bedrooms":"BIGINT","maxOccupancy":"BIGINT","buildingId":"BIGINT"}'{% endmacro %}

{% macro unit_type_fields(row) %}{% call names() %}
    {{ row }}."id" as "id",
    nullif({{ row }}."name", '') as "name",
    nullif({{ row }}."description", '') as "description",
    {{ row }}."bedrooms" as "bedrooms",
    {{ row }}."maxOccupancy" as "max_occupancy",
    {{ reference(row ~ '."buildingId"') }} as "building_id"
{% endcall %}{% endmacro %}

{% macro unit_type_text() %}'{"id":"VARCHAR","bedrooms":"VARCHAR","maxOccupancy":"VARCHAR","buildingId":"VARCHAR"}'{% endmacro %}

{% macro unit_type_slips() %}{% call names() %}
    {{ any_of([
        slips('"id"', 'text."id"'),
        slips('"bedrooms"', 'text."bedrooms"'),
        slips('"max_occupancy"', 'text."maxOccupancy"'),
        slips('"building_id"', reference_text('text."buildingId"'))
    ]) }}
{% endcall %}{% endmacro %}

{% macro unit_type_untyped() %}{% call names() %}
    {{ unread(list_of([
        field_of('id', 'text."id"', '"id"'),
        field_of('bedrooms', 'text."bedrooms"', '"bedrooms"'),
        field_of('maxOccupancy', 'text."maxOccupancy"', '"max_occupancy"'),
        field_of('buildingId', reference_text('text."buildingId"'), '"building_id"')
    ])) }}
{% endcall %}{% endmacro %}
