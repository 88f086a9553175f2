{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro building_struct() %}'{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","id":"BIGINT","name":"VARCHAR","status":"VARCHAR","address":{"addressLine1":"VARCHAR","addressLine2":"VARCHAR","city":"VARCHAR","postcode":"VARCHAR","country":"VARCHAR"},"facilities":["VARCHAR"],"customFields":[{"id":"BIGINT","templateId":"BIGINT","templateName":"VARCHAR","name":"VARCHAR","type":"VARCHAR","value":"VARCHAR"}],"developmentId":"BIGINT","areaId":"BIGINT","cityId":"BIGINT","timeZone":"VARCHAR","currencyCode":"VARCHAR"}'{% endmacro %}

{% macro building_fields(row) %}
    {{ row }}."createdDate" as "created_date",
    {{ row }}."lastModifiedDate" as "last_modified_date",
    {{ row }}."id" as "id",
    {{ row }}."name" as "name",
    {{ row }}."status" as "status",
    {{ row }}."address"."addressLine1" as "address__address_line1",
    {{ row }}."address"."addressLine2" as "address__address_line2",
    {{ row }}."address"."city" as "address__city",
    {{ row }}."address"."postcode" as "address__postcode",
    {{ row }}."address"."country" as "address__country",
    {{ row }}."facilities" as "facilities",
    {{ row }}."customFields" as "custom_fields",
    {{ row }}."developmentId" as "development_id",
    {{ row }}."areaId" as "area_id",
    {{ row }}."cityId" as "city_id",
    {{ row }}."timeZone" as "time_zone",
    {{ row }}."currencyCode" as "currency_code"
{% endmacro %}

{% macro building_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"VARCHAR","developmentId":"VARCHAR","areaId":"VARCHAR","cityId":"VARCHAR"}'{% endmacro %}

{% macro building_slips() %}
    {{ slips('text."createdDate"', 'TIMESTAMPTZ') }}
    or {{ slips('text."lastModifiedDate"', 'TIMESTAMPTZ') }}
    or {{ slips('text."id"', 'BIGINT') }}
    or {{ slips('text."developmentId"', 'BIGINT') }}
    or {{ slips('text."areaId"', 'BIGINT') }}
    or {{ slips('text."cityId"', 'BIGINT') }}
{% endmacro %}

{% macro building_untyped() %}
    [
        {'field': 'createdDate', 'raw_value': {{ unless_typed('text."createdDate"', 'TIMESTAMPTZ') }}},
        {'field': 'lastModifiedDate', 'raw_value': {{ unless_typed('text."lastModifiedDate"', 'TIMESTAMPTZ') }}},
        {'field': 'id', 'raw_value': {{ unless_typed('text."id"', 'BIGINT') }}},
        {'field': 'developmentId', 'raw_value': {{ unless_typed('text."developmentId"', 'BIGINT') }}},
        {'field': 'areaId', 'raw_value': {{ unless_typed('text."areaId"', 'BIGINT') }}},
        {'field': 'cityId', 'raw_value': {{ unless_typed('text."cityId"', 'BIGINT') }}}
    ]
{% endmacro %}
