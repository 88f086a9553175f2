{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro development_struct() %}'{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","id":"BIGINT","name":"VARCHAR","areaId":"BIGINT","status":"VARCHAR","startDate":"DATE","endDate":"DATE"}'{% endmacro %}

{% macro development_fields(row) %}
    {{ row }}."createdDate" as created_date,
    {{ row }}."lastModifiedDate" as last_modified_date,
    {{ row }}."id" as id,
    {{ row }}."name" as name,
    {{ row }}."areaId" as area_id,
    {{ row }}."status" as status,
    {{ row }}."startDate" as start_date,
    {{ row }}."endDate" as end_date
{% endmacro %}

{% macro development_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"VARCHAR","name":"VARCHAR","areaId":"VARCHAR","status":"VARCHAR","startDate":"VARCHAR","endDate":"VARCHAR"}'{% endmacro %}

{% macro development_untyped(typed, text) %}
    [
        {'field': 'createdDate', 'raw_value': case when {{ typed }}."createdDate" is null then {{ text }}."createdDate" end},
        {'field': 'lastModifiedDate', 'raw_value': case when {{ typed }}."lastModifiedDate" is null then {{ text }}."lastModifiedDate" end},
        {'field': 'id', 'raw_value': case when {{ typed }}."id" is null then {{ text }}."id" end},
        {'field': 'areaId', 'raw_value': case when {{ typed }}."areaId" is null then {{ text }}."areaId" end},
        {'field': 'startDate', 'raw_value': case when {{ typed }}."startDate" is null then {{ text }}."startDate" end},
        {'field': 'endDate', 'raw_value': case when {{ typed }}."endDate" is null then {{ text }}."endDate" end}
    ]
{% endmacro %}
