{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro unit_struct() %}'{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","id":"BIGINT","unitName":"VARCHAR","buildingName":"VARCHAR","bookable":"BOOLEAN","buildingId":"BIGINT","unitTypeId":"BIGINT","maxOccupancy":"BIGINT","status":"VARCHAR","availableFrom":"DATE","availableTo":"DATE","name":"VARCHAR","publish":"BOOLEAN","unitType":{"id":"BIGINT","name":"VARCHAR"},"accessGroups":[{"id":"BIGINT","name":"VARCHAR"}],"customFields":[{"id":"BIGINT","templateId":"BIGINT","templateName":"VARCHAR","name":"VARCHAR","type":"VARCHAR","value":"VARCHAR"}]}'{% endmacro %}

{% macro unit_fields(row) %}
    {{ row }}."createdDate" as "created_date",
    {{ row }}."lastModifiedDate" as "last_modified_date",
    {{ row }}."id" as "id",
    {{ row }}."unitName" as "unit_name",
    {{ row }}."buildingName" as "building_name",
    {{ row }}."bookable" as "bookable",
    {{ row }}."buildingId" as "building_id",
    {{ row }}."unitTypeId" as "unit_type_id",
    {{ row }}."maxOccupancy" as "max_occupancy",
    {{ row }}."status" as "status",
    {{ row }}."availableFrom" as "available_from",
    {{ row }}."availableTo" as "available_to",
    {{ row }}."name" as "name",
    {{ row }}."publish" as "publish",
    {{ row }}."unitType"."id" as "unit_type__id",
    {{ row }}."unitType"."name" as "unit_type__name",
    {{ row }}."accessGroups" as "access_groups",
    {{ row }}."customFields" as "custom_fields"
{% endmacro %}

{% macro unit_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"VARCHAR","bookable":"VARCHAR","buildingId":"VARCHAR","unitTypeId":"VARCHAR","maxOccupancy":"VARCHAR","availableFrom":"VARCHAR","availableTo":"VARCHAR","publish":"VARCHAR","unitType":{"id":"VARCHAR"}}'{% endmacro %}

{% macro unit_slips() %}
    {{ slips('text."createdDate"', 'TIMESTAMPTZ') }}
    or {{ slips('text."lastModifiedDate"', 'TIMESTAMPTZ') }}
    or {{ slips('text."id"', 'BIGINT') }}
    or {{ slips('text."bookable"', 'BOOLEAN') }}
    or {{ slips('text."buildingId"', 'BIGINT') }}
    or {{ slips('text."unitTypeId"', 'BIGINT') }}
    or {{ slips('text."maxOccupancy"', 'BIGINT') }}
    or {{ slips('text."availableFrom"', 'DATE') }}
    or {{ slips('text."availableTo"', 'DATE') }}
    or {{ slips('text."publish"', 'BOOLEAN') }}
    or {{ slips('text."unitType"."id"', 'BIGINT') }}
{% endmacro %}

{% macro unit_untyped() %}
    [
        {'field': 'createdDate', 'raw_value': {{ unless_typed('text."createdDate"', 'TIMESTAMPTZ') }}},
        {'field': 'lastModifiedDate', 'raw_value': {{ unless_typed('text."lastModifiedDate"', 'TIMESTAMPTZ') }}},
        {'field': 'id', 'raw_value': {{ unless_typed('text."id"', 'BIGINT') }}},
        {'field': 'bookable', 'raw_value': {{ unless_typed('text."bookable"', 'BOOLEAN') }}},
        {'field': 'buildingId', 'raw_value': {{ unless_typed('text."buildingId"', 'BIGINT') }}},
        {'field': 'unitTypeId', 'raw_value': {{ unless_typed('text."unitTypeId"', 'BIGINT') }}},
        {'field': 'maxOccupancy', 'raw_value': {{ unless_typed('text."maxOccupancy"', 'BIGINT') }}},
        {'field': 'availableFrom', 'raw_value': {{ unless_typed('text."availableFrom"', 'DATE') }}},
        {'field': 'availableTo', 'raw_value': {{ unless_typed('text."availableTo"', 'DATE') }}},
        {'field': 'publish', 'raw_value': {{ unless_typed('text."publish"', 'BOOLEAN') }}},
        {'field': 'unitType.id', 'raw_value': {{ unless_typed('text."unitType"."id"', 'BIGINT') }}}
    ]
{% endmacro %}
