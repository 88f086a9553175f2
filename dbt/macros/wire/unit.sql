{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro unit_struct() %}'{"id":"BIGINT","unitName":"VARCHAR","buildingName":"VARCHAR","unitTypeName":"VARCHAR","bookable":"BOOLEAN","buildingId":"BIGINT","unitTypeId":"BIGINT","maxOccupancy":"BIGINT","status":"VARCHAR","availableFrom":"VARCHAR","availableTo":"VARCHAR","name":"VARCHAR","unitType":{"id":"BIGINT","name":"VARCHAR"}}'{% endmacro %}

{% macro unit_fields(row) %}{% call names() %}
    {{ row }}."id" as "id",
    nullif({{ row }}."unitName", '') as "unit_name",
    nullif({{ row }}."buildingName", '') as "building_name",
    nullif({{ row }}."unitTypeName", '') as "unit_type_name",
    {{ row }}."bookable" as "bookable",
    {{ reference(row ~ '."buildingId"') }} as "building_id",
    {{ reference(row ~ '."unitTypeId"') }} as "unit_type_id",
    {{ row }}."maxOccupancy" as "max_occupancy",
    nullif({{ row }}."status", '') as "status",
    {{ date_in(row ~ '."availableFrom"') }} as "available_from",
    {{ date_in(row ~ '."availableTo"') }} as "available_to",
    nullif({{ row }}."name", '') as "name",
    {{ reference(row ~ '."unitType"."id"') }} as "unit_type__id",
    nullif({{ row }}."unitType"."name", '') as "unit_type__name"
{% endcall %}{% endmacro %}

{% macro unit_text() %}'{"id":"VARCHAR","bookable":"VARCHAR","buildingId":"VARCHAR","unitTypeId":"VARCHAR","maxOccupancy":"VARCHAR","availableFrom":"VARCHAR","availableTo":"VARCHAR","unitType":{"id":"VARCHAR"}}'{% endmacro %}

{% macro unit_slips() %}{% call names() %}
    {{ any_of([
        slips('"id"', 'text."id"'),
        slips('"bookable"', 'text."bookable"'),
        slips('"building_id"', reference_text('text."buildingId"')),
        slips('"unit_type_id"', reference_text('text."unitTypeId"')),
        slips('"max_occupancy"', 'text."maxOccupancy"'),
        slips('"available_from"', 'text."availableFrom"'),
        slips('"available_to"', 'text."availableTo"'),
        slips('"unit_type__id"', reference_text('text."unitType"."id"'))
    ]) }}
{% endcall %}{% endmacro %}

{% macro unit_untyped() %}{% call names() %}
    {{ unread(list_of([
        field_of('id', 'text."id"', '"id"'),
        field_of('bookable', 'text."bookable"', '"bookable"'),
        field_of('buildingId', reference_text('text."buildingId"'), '"building_id"'),
        field_of('unitTypeId', reference_text('text."unitTypeId"'), '"unit_type_id"'),
        field_of('maxOccupancy', 'text."maxOccupancy"', '"max_occupancy"'),
        field_of('availableFrom', 'text."availableFrom"', '"available_from"'),
        field_of('availableTo', 'text."availableTo"', '"available_to"'),
        field_of('unitType.id', reference_text('text."unitType"."id"'), '"unit_type__id"')
    ])) }}
{% endcall %}{% endmacro %}
