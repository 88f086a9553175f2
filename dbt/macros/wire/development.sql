{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro development_struct() %}'{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","id":"BIGINT","name":"VARCHAR","areaId":"BIGINT","status":"VARCHAR","startDate":"DATE","endDate":"DATE"}'{% endmacro %}

{% macro development_fields(row) %}{% call names() %}
    {{ row }}."createdDate" as "created_date",
    {{ row }}."lastModifiedDate" as "last_modified_date",
    {{ row }}."id" as "id",
    {{ row }}."name" as "name",
    {{ row }}."areaId" as "area_id",
    {{ row }}."status" as "status",
    {{ row }}."startDate" as "start_date",
    {{ row }}."endDate" as "end_date"
{% endcall %}{% endmacro %}

{% macro development_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"VARCHAR","areaId":"VARCHAR","startDate":"VARCHAR","endDate":"VARCHAR"}'{% endmacro %}

{% macro development_slips() %}{% call names() %}
    {{ any_of([
        slips('text."createdDate"', 'TIMESTAMPTZ'),
        slips('text."lastModifiedDate"', 'TIMESTAMPTZ'),
        slips('text."id"', 'BIGINT'),
        slips('text."areaId"', 'BIGINT'),
        slips('text."startDate"', 'DATE'),
        slips('text."endDate"', 'DATE')
    ]) }}
{% endcall %}{% endmacro %}

{% macro development_untyped() %}{% call names() %}
    {{ list_of([
        unless_typed('createdDate', 'text."createdDate"', 'TIMESTAMPTZ'),
        unless_typed('lastModifiedDate', 'text."lastModifiedDate"', 'TIMESTAMPTZ'),
        unless_typed('id', 'text."id"', 'BIGINT'),
        unless_typed('areaId', 'text."areaId"', 'BIGINT'),
        unless_typed('startDate', 'text."startDate"', 'DATE'),
        unless_typed('endDate', 'text."endDate"', 'DATE')
    ]) }}
{% endcall %}{% endmacro %}
