{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro development_struct() %}'{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","id":"BIGINT","name":"VARCHAR","areaId":"BIGINT","status":"VARCHAR","startDate":"DATE","endDate":"DATE"}'{% endmacro %}

{% macro development_fields(row) %}
    {{ row }}."createdDate" as "created_date",
    {{ row }}."lastModifiedDate" as "last_modified_date",
    {{ row }}."id" as "id",
    {{ row }}."name" as "name",
    {{ row }}."areaId" as "area_id",
    {{ row }}."status" as "status",
    {{ row }}."startDate" as "start_date",
    {{ row }}."endDate" as "end_date"
{% endmacro %}

{% macro development_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"VARCHAR","areaId":"VARCHAR","startDate":"VARCHAR","endDate":"VARCHAR"}'{% endmacro %}

{% macro development_slips() %}
    {{ slips('text."createdDate"', 'TIMESTAMPTZ') }}
    or {{ slips('text."lastModifiedDate"', 'TIMESTAMPTZ') }}
    or {{ slips('text."id"', 'BIGINT') }}
    or {{ slips('text."areaId"', 'BIGINT') }}
    or {{ slips('text."startDate"', 'DATE') }}
    or {{ slips('text."endDate"', 'DATE') }}
{% endmacro %}

{% macro development_untyped() %}
    [
        {'field': 'createdDate', 'raw_value': {{ unless_typed('text."createdDate"', 'TIMESTAMPTZ') }}},
        {'field': 'lastModifiedDate', 'raw_value': {{ unless_typed('text."lastModifiedDate"', 'TIMESTAMPTZ') }}},
        {'field': 'id', 'raw_value': {{ unless_typed('text."id"', 'BIGINT') }}},
        {'field': 'areaId', 'raw_value': {{ unless_typed('text."areaId"', 'BIGINT') }}},
        {'field': 'startDate', 'raw_value': {{ unless_typed('text."startDate"', 'DATE') }}},
        {'field': 'endDate', 'raw_value': {{ unless_typed('text."endDate"', 'DATE') }}}
    ]
{% endmacro %}
