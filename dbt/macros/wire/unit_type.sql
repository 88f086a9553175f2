{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro unit_type_struct() %}'{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","id":"BIGINT","name":"VARCHAR","description":"VARCHAR","bedrooms":"BIGINT","bathrooms":"BIGINT","floorSpace":"DECIMAL(18,4)","maxOccupancy":"BIGINT","buildingId":"BIGINT"}'{% endmacro %}

{% macro unit_type_fields(row) %}{% call names() %}
    {{ row }}."createdDate" as "created_date",
    {{ row }}."lastModifiedDate" as "last_modified_date",
    {{ row }}."id" as "id",
    {{ row }}."name" as "name",
    {{ row }}."description" as "description",
    {{ row }}."bedrooms" as "bedrooms",
    {{ row }}."bathrooms" as "bathrooms",
    {{ row }}."floorSpace" as "floor_space",
    {{ row }}."maxOccupancy" as "max_occupancy",
    {{ row }}."buildingId" as "building_id"
{% endcall %}{% endmacro %}

{% macro unit_type_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"VARCHAR","bedrooms":"VARCHAR","bathrooms":"VARCHAR","floorSpace":"VARCHAR","maxOccupancy":"VARCHAR","buildingId":"VARCHAR"}'{% endmacro %}

{% macro unit_type_slips() %}{% call names() %}
    {{ any_of([
        slips('text."createdDate"', 'TIMESTAMPTZ'),
        slips('text."lastModifiedDate"', 'TIMESTAMPTZ'),
        slips('text."id"', 'BIGINT'),
        slips('text."bedrooms"', 'BIGINT'),
        slips('text."bathrooms"', 'BIGINT'),
        slips('text."floorSpace"', 'DECIMAL(18,4)'),
        slips('text."maxOccupancy"', 'BIGINT'),
        slips('text."buildingId"', 'BIGINT')
    ]) }}
{% endcall %}{% endmacro %}

{% macro unit_type_untyped() %}{% call names() %}
    {{ list_of([
        unless_typed('createdDate', 'text."createdDate"', 'TIMESTAMPTZ'),
        unless_typed('lastModifiedDate', 'text."lastModifiedDate"', 'TIMESTAMPTZ'),
        unless_typed('id', 'text."id"', 'BIGINT'),
        unless_typed('bedrooms', 'text."bedrooms"', 'BIGINT'),
        unless_typed('bathrooms', 'text."bathrooms"', 'BIGINT'),
        unless_typed('floorSpace', 'text."floorSpace"', 'DECIMAL(18,4)'),
        unless_typed('maxOccupancy', 'text."maxOccupancy"', 'BIGINT'),
        unless_typed('buildingId', 'text."buildingId"', 'BIGINT')
    ]) }}
{% endcall %}{% endmacro %}
