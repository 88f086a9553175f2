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
    {{ row }}."developmentId" as "development_id",
    {{ row }}."areaId" as "area_id",
    {{ row }}."cityId" as "city_id",
    nullif({{ row }}."timeZone", '') as "time_zone",
    nullif({{ row }}."currencyCode", '') as "currency_code"
{% endcall %}{% endmacro %}

{% macro building_text() %}'{"id":"VARCHAR","developmentId":"VARCHAR","areaId":"VARCHAR","cityId":"VARCHAR"}'{% endmacro %}

{% macro building_slips() %}{% call names() %}
    {{ any_of([
        slips('"id"', 'text."id"'),
        slips('"development_id"', 'text."developmentId"'),
        slips('"area_id"', 'text."areaId"'),
        slips('"city_id"', 'text."cityId"')
    ]) }}
{% endcall %}{% endmacro %}

{% macro building_untyped() %}{% call names() %}
    {{ unread(list_of([
        field_of('id', 'text."id"', '"id"'),
        field_of('developmentId', 'text."developmentId"', '"development_id"'),
        field_of('areaId', 'text."areaId"', '"area_id"'),
        field_of('cityId', 'text."cityId"', '"city_id"')
    ])) }}
{% endcall %}{% endmacro %}
