{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro building_struct() %}'{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","id":"BIGINT","name":"VARCHAR","status":"VARCHAR","address":{"addressLine1":"VARCHAR","addressLine2":"VARCHAR","city":"VARCHAR","postcode":"VARCHAR","country":"VARCHAR"},"facilities":["VARCHAR"],"customFields":[{"id":"BIGINT","templateId":"BIGINT","templateName":"VARCHAR","name":"VARCHAR","type":"VARCHAR","value":"VARCHAR"}],"developmentId":"BIGINT","areaId":"BIGINT","cityId":"BIGINT","timeZone":"VARCHAR","currencyCode":"VARCHAR"}'{% endmacro %}

{% macro building_fields(row) %}
    {{ row }}."createdDate" as created_date,
    {{ row }}."lastModifiedDate" as last_modified_date,
    {{ row }}."id" as id,
    {{ row }}."name" as name,
    {{ row }}."status" as status,
    {{ row }}."address"."addressLine1" as address__address_line1,
    {{ row }}."address"."addressLine2" as address__address_line2,
    {{ row }}."address"."city" as address__city,
    {{ row }}."address"."postcode" as address__postcode,
    {{ row }}."address"."country" as address__country,
    {{ row }}."facilities" as facilities,
    {{ row }}."customFields" as custom_fields,
    {{ row }}."developmentId" as development_id,
    {{ row }}."areaId" as area_id,
    {{ row }}."cityId" as city_id,
    {{ row }}."timeZone" as time_zone,
    {{ row }}."currencyCode" as currency_code
{% endmacro %}

{% macro building_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"VARCHAR","name":"VARCHAR","status":"VARCHAR","address":{"addressLine1":"VARCHAR","addressLine2":"VARCHAR","city":"VARCHAR","postcode":"VARCHAR","country":"VARCHAR"},"facilities":["VARCHAR"],"customFields":[{"id":"VARCHAR","templateId":"VARCHAR","templateName":"VARCHAR","name":"VARCHAR","type":"VARCHAR","value":"VARCHAR"}],"developmentId":"VARCHAR","areaId":"VARCHAR","cityId":"VARCHAR","timeZone":"VARCHAR","currencyCode":"VARCHAR"}'{% endmacro %}

{% macro building_untyped(typed, text) %}
    [
        {'field': 'createdDate', 'raw_value': case when {{ typed }}."createdDate" is null then {{ text }}."createdDate" end},
        {'field': 'lastModifiedDate', 'raw_value': case when {{ typed }}."lastModifiedDate" is null then {{ text }}."lastModifiedDate" end},
        {'field': 'id', 'raw_value': case when {{ typed }}."id" is null then {{ text }}."id" end},
        {'field': 'developmentId', 'raw_value': case when {{ typed }}."developmentId" is null then {{ text }}."developmentId" end},
        {'field': 'areaId', 'raw_value': case when {{ typed }}."areaId" is null then {{ text }}."areaId" end},
        {'field': 'cityId', 'raw_value': case when {{ typed }}."cityId" is null then {{ text }}."cityId" end}
    ]
{% endmacro %}
