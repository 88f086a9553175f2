{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro unit_type_struct() %}'{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","id":"BIGINT","name":"VARCHAR","description":"VARCHAR","bedrooms":"BIGINT","bathrooms":"BIGINT","floorSpace":"DECIMAL(18,4)","maxOccupancy":"BIGINT","buildingId":"BIGINT"}'{% endmacro %}

{% macro unit_type_fields(row) %}
    {{ row }}."createdDate" as created_date,
    {{ row }}."lastModifiedDate" as last_modified_date,
    {{ row }}."id" as id,
    {{ row }}."name" as name,
    {{ row }}."description" as description,
    {{ row }}."bedrooms" as bedrooms,
    {{ row }}."bathrooms" as bathrooms,
    {{ row }}."floorSpace" as floor_space,
    {{ row }}."maxOccupancy" as max_occupancy,
    {{ row }}."buildingId" as building_id
{% endmacro %}

{% macro unit_type_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"VARCHAR","name":"VARCHAR","description":"VARCHAR","bedrooms":"VARCHAR","bathrooms":"VARCHAR","floorSpace":"VARCHAR","maxOccupancy":"VARCHAR","buildingId":"VARCHAR"}'{% endmacro %}

{% macro unit_type_untyped(typed, text) %}
    [
        {'field': 'createdDate', 'raw_value': case when {{ typed }}."createdDate" is null then {{ text }}."createdDate" end},
        {'field': 'lastModifiedDate', 'raw_value': case when {{ typed }}."lastModifiedDate" is null then {{ text }}."lastModifiedDate" end},
        {'field': 'id', 'raw_value': case when {{ typed }}."id" is null then {{ text }}."id" end},
        {'field': 'bedrooms', 'raw_value': case when {{ typed }}."bedrooms" is null then {{ text }}."bedrooms" end},
        {'field': 'bathrooms', 'raw_value': case when {{ typed }}."bathrooms" is null then {{ text }}."bathrooms" end},
        {'field': 'floorSpace', 'raw_value': case when {{ typed }}."floorSpace" is null then {{ text }}."floorSpace" end},
        {'field': 'maxOccupancy', 'raw_value': case when {{ typed }}."maxOccupancy" is null then {{ text }}."maxOccupancy" end},
        {'field': 'buildingId', 'raw_value': case when {{ typed }}."buildingId" is null then {{ text }}."buildingId" end}
    ]
{% endmacro %}
