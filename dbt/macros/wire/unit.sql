{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro unit_struct() %}'{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","id":"BIGINT","unitName":"VARCHAR","buildingName":"VARCHAR","bookable":"BOOLEAN","buildingId":"BIGINT","unitTypeId":"BIGINT","maxOccupancy":"BIGINT","status":"VARCHAR","availableFrom":"DATE","availableTo":"DATE","name":"VARCHAR","publish":"BOOLEAN","unitType":{"id":"BIGINT","name":"VARCHAR"},"accessGroups":[{"id":"BIGINT","name":"VARCHAR"}],"customFields":[{"id":"BIGINT","templateId":"BIGINT","templateName":"VARCHAR","name":"VARCHAR","type":"VARCHAR","value":"VARCHAR"}]}'{% endmacro %}

{% macro unit_fields(row) %}
    {{ row }}."createdDate" as created_date,
    {{ row }}."lastModifiedDate" as last_modified_date,
    {{ row }}."id" as id,
    {{ row }}."unitName" as unit_name,
    {{ row }}."buildingName" as building_name,
    {{ row }}."bookable" as bookable,
    {{ row }}."buildingId" as building_id,
    {{ row }}."unitTypeId" as unit_type_id,
    {{ row }}."maxOccupancy" as max_occupancy,
    {{ row }}."status" as status,
    {{ row }}."availableFrom" as available_from,
    {{ row }}."availableTo" as available_to,
    {{ row }}."name" as name,
    {{ row }}."publish" as publish,
    {{ row }}."unitType"."id" as unit_type__id,
    {{ row }}."unitType"."name" as unit_type__name,
    {{ row }}."accessGroups" as access_groups,
    {{ row }}."customFields" as custom_fields
{% endmacro %}

{% macro unit_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"VARCHAR","unitName":"VARCHAR","buildingName":"VARCHAR","bookable":"VARCHAR","buildingId":"VARCHAR","unitTypeId":"VARCHAR","maxOccupancy":"VARCHAR","status":"VARCHAR","availableFrom":"VARCHAR","availableTo":"VARCHAR","name":"VARCHAR","publish":"VARCHAR","unitType":{"id":"VARCHAR","name":"VARCHAR"},"accessGroups":[{"id":"VARCHAR","name":"VARCHAR"}],"customFields":[{"id":"VARCHAR","templateId":"VARCHAR","templateName":"VARCHAR","name":"VARCHAR","type":"VARCHAR","value":"VARCHAR"}]}'{% endmacro %}

{% macro unit_untyped(typed, text) %}
    [
        {'field': 'createdDate', 'raw_value': case when {{ typed }}."createdDate" is null then {{ text }}."createdDate" end},
        {'field': 'lastModifiedDate', 'raw_value': case when {{ typed }}."lastModifiedDate" is null then {{ text }}."lastModifiedDate" end},
        {'field': 'id', 'raw_value': case when {{ typed }}."id" is null then {{ text }}."id" end},
        {'field': 'bookable', 'raw_value': case when {{ typed }}."bookable" is null then {{ text }}."bookable" end},
        {'field': 'buildingId', 'raw_value': case when {{ typed }}."buildingId" is null then {{ text }}."buildingId" end},
        {'field': 'unitTypeId', 'raw_value': case when {{ typed }}."unitTypeId" is null then {{ text }}."unitTypeId" end},
        {'field': 'maxOccupancy', 'raw_value': case when {{ typed }}."maxOccupancy" is null then {{ text }}."maxOccupancy" end},
        {'field': 'availableFrom', 'raw_value': case when {{ typed }}."availableFrom" is null then {{ text }}."availableFrom" end},
        {'field': 'availableTo', 'raw_value': case when {{ typed }}."availableTo" is null then {{ text }}."availableTo" end},
        {'field': 'publish', 'raw_value': case when {{ typed }}."publish" is null then {{ text }}."publish" end},
        {'field': 'unitType.id', 'raw_value': case when {{ typed }}."unitType"."id" is null then {{ text }}."unitType"."id" end}
    ]
{% endmacro %}
