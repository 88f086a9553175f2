{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro rate_struct() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"BIGINT","rateCode":"VARCHAR","name":"VARCHAR","rateType":"VARCHAR","unitTypeId":"BIGINT","currencyCode":"VARCHAR","occupancyCount":"BIGINT","rates":[{"date":"DATE","amount":"DECIMAL(18,4)"}]}'{% endmacro %}

{% macro rate_fields(row) %}{% call names() %}
    {{ moment(row ~ '."createdDate"') }} as "created_date",
    {{ date_without_offset(row ~ '."createdDate"') }} as "created_date__on",
    {{ moment(row ~ '."lastModifiedDate"') }} as "last_modified_date",
    {{ date_without_offset(row ~ '."lastModifiedDate"') }} as "last_modified_date__on",
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
        slips(moment('record."createdDate"'), 'text."createdDate"'),
        slips(moment('record."lastModifiedDate"'), 'text."lastModifiedDate"'),
        slips('record."id"', 'text."id"'),
        slips('record."unitTypeId"', 'text."unitTypeId"'),
        slips('record."occupancyCount"', 'text."occupancyCount"')
    ]) }}
{% endcall %}{% endmacro %}

{% macro rate_untyped() %}{% call names() %}
    {{ list_of([
        unless_typed('createdDate', moment('record."createdDate"'), 'text."createdDate"'),
        unless_typed('lastModifiedDate', moment('record."lastModifiedDate"'), 'text."lastModifiedDate"'),
        unless_typed('id', 'record."id"', 'text."id"'),
        unless_typed('unitTypeId', 'record."unitTypeId"', 'text."unitTypeId"'),
        unless_typed('occupancyCount', 'record."occupancyCount"', 'text."occupancyCount"')
    ]) }}
{% endcall %}{% endmacro %}
