{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro rate_struct() %}'{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","id":"BIGINT","rateCode":"VARCHAR","name":"VARCHAR","rateType":"VARCHAR","unitTypeId":"BIGINT","currencyCode":"VARCHAR","occupancyCount":"BIGINT","rates":[{"date":"DATE","amount":"DECIMAL(18,4)"}]}'{% endmacro %}

{% macro rate_fields(row) %}{% call names() %}
    {{ row }}."createdDate" as "created_date",
    {{ row }}."lastModifiedDate" as "last_modified_date",
    {{ row }}."id" as "id",
    nullif({{ row }}."rateCode", '') as "rate_code",
    nullif({{ row }}."name", '') as "name",
    nullif({{ row }}."rateType", '') as "rate_type",
    {{ row }}."unitTypeId" as "unit_type_id",
    nullif({{ row }}."currencyCode", '') as "currency_code",
    {{ row }}."occupancyCount" as "occupancy_count",
    {{ row }}."rates" as "rates"
{% endcall %}{% endmacro %}

{% macro rate_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"VARCHAR","unitTypeId":"VARCHAR","occupancyCount":"VARCHAR"}'{% endmacro %}

{% macro rate_slips() %}{% call names() %}
    {{ any_of([
        slips('record."createdDate"', 'text."createdDate"'),
        slips('record."lastModifiedDate"', 'text."lastModifiedDate"'),
        slips('record."id"', 'text."id"'),
        slips('record."unitTypeId"', 'text."unitTypeId"'),
        slips('record."occupancyCount"', 'text."occupancyCount"')
    ]) }}
{% endcall %}{% endmacro %}

{% macro rate_untyped() %}{% call names() %}
    {{ list_of([
        unless_typed('createdDate', 'record."createdDate"', 'text."createdDate"'),
        unless_typed('lastModifiedDate', 'record."lastModifiedDate"', 'text."lastModifiedDate"'),
        unless_typed('id', 'record."id"', 'text."id"'),
        unless_typed('unitTypeId', 'record."unitTypeId"', 'text."unitTypeId"'),
        unless_typed('occupancyCount', 'record."occupancyCount"', 'text."occupancyCount"')
    ]) }}
{% endcall %}{% endmacro %}
