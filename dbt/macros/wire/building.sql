{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro building_struct() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"BIGINT","name":"VARCHAR","buildingName":"VARCHAR","status":"VARCHAR","address":{"addressLine1":"VARCHAR","addressLine2":"VARCHAR","city":"VARCHAR","postcode":"VARCHAR","country":"VARCHAR"},"facilities":["VARCHAR"],"customFields":[{"id":"BIGINT","templateId":"BIGINT","templateName":"VARCHAR","name":"VARCHAR","type":"VARCHAR","value":"VARCHAR"}],"developmentId":"BIGINT","areaId":"BIGINT","cityId":"BIGINT","timeZone":"VARCHAR","currencyCode":"VARCHAR"}'{% endmacro %}

{% macro building_fields(row) %}{% call names() %}
    {{ moment(row ~ '."createdDate"') }} as "created_date",
    {{ date_without_offset(row ~ '."createdDate"') }} as "created_date__on",
    {{ moment(row ~ '."lastModifiedDate"') }} as "last_modified_date",
    {{ date_without_offset(row ~ '."lastModifiedDate"') }} as "last_modified_date__on",
    {{ row }}."id" as "id",
    coalesce(nullif({{ row }}."name", ''), nullif({{ row }}."buildingName", '')) as "name",
    nullif({{ row }}."status", '') as "status",
    nullif({{ row }}."address"."addressLine1", '') as "address__address_line1",
    nullif({{ row }}."address"."addressLine2", '') as "address__address_line2",
    nullif({{ row }}."address"."city", '') as "address__city",
    nullif({{ row }}."address"."postcode", '') as "address__postcode",
    nullif({{ row }}."address"."country", '') as "address__country",
    {{ row }}."facilities" as "facilities",
    {{ row }}."customFields" as "custom_fields",
    {{ row }}."developmentId" as "development_id",
    {{ row }}."areaId" as "area_id",
    {{ row }}."cityId" as "city_id",
    nullif({{ row }}."timeZone", '') as "time_zone",
    nullif({{ row }}."currencyCode", '') as "currency_code"
{% endcall %}{% endmacro %}

{% macro building_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"VARCHAR","developmentId":"VARCHAR","areaId":"VARCHAR","cityId":"VARCHAR"}'{% endmacro %}

{% macro building_slips() %}{% call names() %}
    {{ any_of([
        slips('"created_date"', 'text."createdDate"'),
        slips('"last_modified_date"', 'text."lastModifiedDate"'),
        slips('"id"', 'text."id"'),
        slips('"development_id"', 'text."developmentId"'),
        slips('"area_id"', 'text."areaId"'),
        slips('"city_id"', 'text."cityId"')
    ]) }}
{% endcall %}{% endmacro %}

{% macro building_untyped() %}{% call names() %}
    {{ unread(list_of([
        field_of('createdDate', 'text."createdDate"', '"created_date"'),
        field_of('lastModifiedDate', 'text."lastModifiedDate"', '"last_modified_date"'),
        field_of('id', 'text."id"', '"id"'),
        field_of('developmentId', 'text."developmentId"', '"development_id"'),
        field_of('areaId', 'text."areaId"', '"area_id"'),
        field_of('cityId', 'text."cityId"', '"city_id"')
    ])) }}
{% endcall %}{% endmacro %}
