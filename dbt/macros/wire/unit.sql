{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro unit_struct() %}'{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","id":"BIGINT","unitName":"VARCHAR","buildingName":"VARCHAR","bookable":"BOOLEAN","buildingId":"BIGINT","unitTypeId":"BIGINT","maxOccupancy":"BIGINT","status":"VARCHAR","availableFrom":"DATE","availableTo":"DATE","name":"VARCHAR","publish":"BOOLEAN","unitType":{"id":"BIGINT","name":"VARCHAR"},"accessGroups":[{"id":"BIGINT","name":"VARCHAR"}],"customFields":[{"id":"BIGINT","templateId":"BIGINT","templateName":"VARCHAR","name":"VARCHAR","type":"VARCHAR","value":"VARCHAR"}]}'{% endmacro %}

{% macro unit_fields(row) %}{% call names() %}
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
{% endcall %}{% endmacro %}

{% macro unit_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"VARCHAR","bookable":"VARCHAR","buildingId":"VARCHAR","unitTypeId":"VARCHAR","maxOccupancy":"VARCHAR","availableFrom":"VARCHAR","availableTo":"VARCHAR","publish":"VARCHAR","unitType":{"id":"VARCHAR"}}'{% endmacro %}

{% macro unit_slips() %}{% call names() %}
    {{ any_of([
        slips('text."createdDate"', 'TIMESTAMPTZ'),
        slips('text."lastModifiedDate"', 'TIMESTAMPTZ'),
        slips('text."id"', 'BIGINT'),
        slips('text."bookable"', 'BOOLEAN'),
        slips('text."buildingId"', 'BIGINT'),
        slips('text."unitTypeId"', 'BIGINT'),
        slips('text."maxOccupancy"', 'BIGINT'),
        slips('text."availableFrom"', 'DATE'),
        slips('text."availableTo"', 'DATE'),
        slips('text."publish"', 'BOOLEAN'),
        slips('text."unitType"."id"', 'BIGINT')
    ]) }}
{% endcall %}{% endmacro %}

{% macro unit_untyped() %}{% call names() %}
    {{ list_of([
        unless_typed('createdDate', 'text."createdDate"', 'TIMESTAMPTZ'),
        unless_typed('lastModifiedDate', 'text."lastModifiedDate"', 'TIMESTAMPTZ'),
        unless_typed('id', 'text."id"', 'BIGINT'),
        unless_typed('bookable', 'text."bookable"', 'BOOLEAN'),
        unless_typed('buildingId', 'text."buildingId"', 'BIGINT'),
        unless_typed('unitTypeId', 'text."unitTypeId"', 'BIGINT'),
        unless_typed('maxOccupancy', 'text."maxOccupancy"', 'BIGINT'),
        unless_typed('availableFrom', 'text."availableFrom"', 'DATE'),
        unless_typed('availableTo', 'text."availableTo"', 'DATE'),
        unless_typed('publish', 'text."publish"', 'BOOLEAN'),
        unless_typed('unitType.id', 'text."unitType"."id"', 'BIGINT')
    ]) }}
{% endcall %}{% endmacro %}
