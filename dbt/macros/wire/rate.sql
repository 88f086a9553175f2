{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro rate_struct() %}'{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","id":"BIGINT","rateCode":"VARCHAR","name":"VARCHAR","rateType":"VARCHAR","unitTypeId":"BIGINT","currencyCode":"VARCHAR","occupancyCount":"BIGINT","rates":[{"date":"DATE","amount":"DECIMAL(18,4)"}]}'{% endmacro %}

{% macro rate_fields(row) %}
    {{ row }}."createdDate" as "created_date",
    {{ row }}."lastModifiedDate" as "last_modified_date",
    {{ row }}."id" as "id",
    {{ row }}."rateCode" as "rate_code",
    {{ row }}."name" as "name",
    {{ row }}."rateType" as "rate_type",
    {{ row }}."unitTypeId" as "unit_type_id",
    {{ row }}."currencyCode" as "currency_code",
    {{ row }}."occupancyCount" as "occupancy_count",
    {{ row }}."rates" as "rates"
{% endmacro %}

{% macro rate_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"VARCHAR","unitTypeId":"VARCHAR","occupancyCount":"VARCHAR"}'{% endmacro %}

{% macro rate_slips() %}
    {{ slips('text."createdDate"', 'TIMESTAMPTZ') }}
    or {{ slips('text."lastModifiedDate"', 'TIMESTAMPTZ') }}
    or {{ slips('text."id"', 'BIGINT') }}
    or {{ slips('text."unitTypeId"', 'BIGINT') }}
    or {{ slips('text."occupancyCount"', 'BIGINT') }}
{% endmacro %}

{% macro rate_untyped() %}
    [
        {'field': 'createdDate', 'raw_value': {{ unless_typed('text."createdDate"', 'TIMESTAMPTZ') }}},
        {'field': 'lastModifiedDate', 'raw_value': {{ unless_typed('text."lastModifiedDate"', 'TIMESTAMPTZ') }}},
        {'field': 'id', 'raw_value': {{ unless_typed('text."id"', 'BIGINT') }}},
        {'field': 'unitTypeId', 'raw_value': {{ unless_typed('text."unitTypeId"', 'BIGINT') }}},
        {'field': 'occupancyCount', 'raw_value': {{ unless_typed('text."occupancyCount"', 'BIGINT') }}}
    ]
{% endmacro %}
