{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro development_struct() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"BIGINT","name":"VARCHAR","areaId":"BIGINT","status":"VARCHAR","startDate":"DATE","endDate":"DATE"}'{% endmacro %}

{% macro development_fields(row) %}{% call names() %}
    {{ moment(row ~ '."createdDate"') }} as "created_date",
    {{ date_without_offset(row ~ '."createdDate"') }} as "created_date__on",
    {{ moment(row ~ '."lastModifiedDate"') }} as "last_modified_date",
    {{ date_without_offset(row ~ '."lastModifiedDate"') }} as "last_modified_date__on",
    {{ row }}."id" as "id",
    nullif({{ row }}."name", '') as "name",
    {{ row }}."areaId" as "area_id",
    nullif({{ row }}."status", '') as "status",
    {{ row }}."startDate" as "start_date",
    {{ row }}."endDate" as "end_date"
{% endcall %}{% endmacro %}

{% macro development_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"VARCHAR","areaId":"VARCHAR","startDate":"VARCHAR","endDate":"VARCHAR"}'{% endmacro %}

{% macro development_slips() %}{% call names() %}
    {{ any_of([
        slips(moment('record."createdDate"'), 'text."createdDate"'),
        slips(moment('record."lastModifiedDate"'), 'text."lastModifiedDate"'),
        slips('record."id"', 'text."id"'),
        slips('record."areaId"', 'text."areaId"'),
        slips('record."startDate"', 'text."startDate"'),
        slips('record."endDate"', 'text."endDate"')
    ]) }}
{% endcall %}{% endmacro %}

{% macro development_untyped() %}{% call names() %}
    {{ list_of([
        unless_typed('createdDate', moment('record."createdDate"'), 'text."createdDate"'),
        unless_typed('lastModifiedDate', moment('record."lastModifiedDate"'), 'text."lastModifiedDate"'),
        unless_typed('id', 'record."id"', 'text."id"'),
        unless_typed('areaId', 'record."areaId"', 'text."areaId"'),
        unless_typed('startDate', 'record."startDate"', 'text."startDate"'),
        unless_typed('endDate', 'record."endDate"', 'text."endDate"')
    ]) }}
{% endcall %}{% endmacro %}
