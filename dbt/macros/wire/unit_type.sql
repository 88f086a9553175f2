{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro unit_type_struct() %}'{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","id":"BIGINT","name":"VARCHAR","description":"VARCHAR","bedrooms":"BIGINT","bathrooms":"BIGINT","floorSpace":"DECIMAL(18,4)","maxOccupancy":"BIGINT","buildingId":"BIGINT"}'{% endmacro %}

{% macro unit_type_fields(row) %}
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
{% endmacro %}

{% macro unit_type_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"VARCHAR","bedrooms":"VARCHAR","bathrooms":"VARCHAR","floorSpace":"VARCHAR","maxOccupancy":"VARCHAR","buildingId":"VARCHAR"}'{% endmacro %}

{% macro unit_type_slips() %}
    {{ slips('text."createdDate"', 'TIMESTAMPTZ') }}
    or {{ slips('text."lastModifiedDate"', 'TIMESTAMPTZ') }}
    or {{ slips('text."id"', 'BIGINT') }}
    or {{ slips('text."bedrooms"', 'BIGINT') }}
    or {{ slips('text."bathrooms"', 'BIGINT') }}
    or {{ slips('text."floorSpace"', 'DECIMAL(18,4)') }}
    or {{ slips('text."maxOccupancy"', 'BIGINT') }}
    or {{ slips('text."buildingId"', 'BIGINT') }}
{% endmacro %}

{% macro unit_type_untyped() %}
    [
        {'field': 'createdDate', 'raw_value': {{ unless_typed('text."createdDate"', 'TIMESTAMPTZ') }}},
        {'field': 'lastModifiedDate', 'raw_value': {{ unless_typed('text."lastModifiedDate"', 'TIMESTAMPTZ') }}},
        {'field': 'id', 'raw_value': {{ unless_typed('text."id"', 'BIGINT') }}},
        {'field': 'bedrooms', 'raw_value': {{ unless_typed('text."bedrooms"', 'BIGINT') }}},
        {'field': 'bathrooms', 'raw_value': {{ unless_typed('text."bathrooms"', 'BIGINT') }}},
        {'field': 'floorSpace', 'raw_value': {{ unless_typed('text."floorSpace"', 'DECIMAL(18,4)') }}},
        {'field': 'maxOccupancy', 'raw_value': {{ unless_typed('text."maxOccupancy"', 'BIGINT') }}},
        {'field': 'buildingId', 'raw_value': {{ unless_typed('text."buildingId"', 'BIGINT') }}}
    ]
{% endmacro %}
