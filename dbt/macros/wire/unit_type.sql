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
        slips('"created_date"', 'text."createdDate"'),
        slips('"last_modified_date"', 'text."lastModifiedDate"'),
        slips('"id"', 'text."id"'),
        slips('"bedrooms"', 'text."bedrooms"'),
        slips('"bathrooms"', 'text."bathrooms"'),
        slips('"floor_space"', 'text."floorSpace"'),
        slips('"max_occupancy"', 'text."maxOccupancy"'),
        slips('"building_id"', 'text."buildingId"')
    ]) }}
{% endcall %}{% endmacro %}

{% macro unit_type_untyped() %}{% call names() %}
    {{ unread(list_of([
        field_of('createdDate', 'text."createdDate"', '"created_date"'),
        field_of('lastModifiedDate', 'text."lastModifiedDate"', '"last_modified_date"'),
        field_of('id', 'text."id"', '"id"'),
        field_of('bedrooms', 'text."bedrooms"', '"bedrooms"'),
        field_of('bathrooms', 'text."bathrooms"', '"bathrooms"'),
        field_of('floorSpace', 'text."floorSpace"', '"floor_space"'),
        field_of('maxOccupancy', 'text."maxOccupancy"', '"max_occupancy"'),
        field_of('buildingId', 'text."buildingId"', '"building_id"')
    ])) }}
{% endcall %}{% endmacro %}
