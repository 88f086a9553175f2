{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro building_struct() %}'{"id":"BIGINT","name":"VARCHAR","buildingName":"VARCHAR","status":"VARCHAR","address":{"city":"VARCHAR","country":"VARCHAR"},"city":"VARCHAR","country":"VARCHAR","developmentId":"BIGINT","areaId":"BIGINT","cityId":"BIGINT","timeZone":"VARCHAR","currencyCode":"VARCHAR"}'{% endmacro %}

{% macro building_fields(row) %}{% call names() %}
    {{ row }}."id" as "id",
    coalesce(nullif({{ row }}."name", ''), nullif({{ row }}."buildingName", '')) as "name",
    nullif({{ row }}."status", '') as "status",
    nullif({{ row }}."address"."city", '') as "address__city",
    nullif({{ row }}."address"."country", '') as "address__country",
    nullif({{ row }}."city", '') as "city",
    nullif({{ row }}."country", '') as "country",
    {{ reference(row ~ '."developmentId"') }} as "development_id",
    {{ reference(row ~ '."areaId"') }} as "area_id",
    {{ reference(row ~ '."cityId"') }} as "city_id",
    nullif({{ row }}."timeZone", '') as "time_zone",
    nullif({{ row }}."currencyCode", '') as "currency_code"
{% endcall %}{% endmacro %}

{% macro building_text() %}'{"id":"VARCHAR","developmentId":"VARCHAR","areaId":"VARCHAR","cityId":"VARCHAR"}'{% endmacro %}

{% macro building_slips() %}{% call names() %}
    {{ any_of([
        slips('"id"', 'text."id"'),
        slips('"development_id"', reference_text('text."developmentId"')),
        slips('"area_id"', reference_text('text."areaId"')),
        slips('"city_id"', reference_text('text."cityId"'))
    ]) }}
{% endcall %}{% endmacro %}

{% macro building_untyped() %}{% call names() %}
    {{ unread(list_of([
        field_of('id', 'text."id"', '"id"'),
        field_of('developmentId', reference_text('text."developmentId"'), '"development_id"'),
        field_of('areaId', reference_text('text."areaId"'), '"area_id"'),
        field_of('cityId', reference_text('text."cityId"'), '"city_id"')
    ])) }}
{% endcall %}{% endmacro %}
