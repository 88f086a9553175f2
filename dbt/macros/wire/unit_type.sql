{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro unit_type_struct() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"BIGINT","name":"VARCHAR","description":"VARCHAR","bedrooms":"BIGINT","bathrooms":"BIGINT","floorSpace":"DECIMAL(18,4)","maxOccupancy":"BIGINT","buildingId":"BIGINT"}'{% endmacro %}

{% macro unit_type_fields(row) %}{% call names() %}
    {{ moment(row ~ '."createdDate"') }} as "created_date",
    {{ date_without_offset(row ~ '."createdDate"') }} as "created_date__on",
    {{ moment(row ~ '."lastModifiedDate"') }} as "last_modified_date",
    {{ date_without_offset(row ~ '."lastModifiedDate"') }} as "last_modified_date__on",
    {{ row }}."id" as "id",
    nullif({{ row }}."name", '') as "name",
    nullif({{ row }}."description", '') as "description",
    {{ row }}."bedrooms" as "bedrooms",
    {{ row }}."bathrooms" as "bathrooms",
    {{ row }}."floorSpace" as "floor_space",
    {{ row }}."maxOccupancy" as "max_occupancy",
    {{ row }}."buildingId" as "building_id"
{% endcall %}{% endmacro %}

{% macro unit_type_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"VARCHAR","bedrooms":"VARCHAR","bathrooms":"VARCHAR","floorSpace":"VARCHAR","maxOccupancy":"VARCHAR","buildingId":"VARCHAR"}'{% endmacro %}

{% macro unit_type_slips() %}{% call names() %}
    {{ any_of([
        slips(moment('record."createdDate"'), 'text."createdDate"'),
        slips(moment('record."lastModifiedDate"'), 'text."lastModifiedDate"'),
        slips('record."id"', 'text."id"'),
        slips('record."bedrooms"', 'text."bedrooms"'),
        slips('record."bathrooms"', 'text."bathrooms"'),
        slips('record."floorSpace"', 'text."floorSpace"'),
        slips('record."maxOccupancy"', 'text."maxOccupancy"'),
        slips('record."buildingId"', 'text."buildingId"')
    ]) }}
{% endcall %}{% endmacro %}

{% macro unit_type_untyped() %}{% call names() %}
    {{ list_of([
        unless_typed('createdDate', moment('record."createdDate"'), 'text."createdDate"'),
        unless_typed('lastModifiedDate', moment('record."lastModifiedDate"'), 'text."lastModifiedDate"'),
        unless_typed('id', 'record."id"', 'text."id"'),
        unless_typed('bedrooms', 'record."bedrooms"', 'text."bedrooms"'),
        unless_typed('bathrooms', 'record."bathrooms"', 'text."bathrooms"'),
        unless_typed('floorSpace', 'record."floorSpace"', 'text."floorSpace"'),
        unless_typed('maxOccupancy', 'record."maxOccupancy"', 'text."maxOccupancy"'),
        unless_typed('buildingId', 'record."buildingId"', 'text."buildingId"')
    ]) }}
{% endcall %}{% endmacro %}
