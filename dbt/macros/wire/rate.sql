{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro rate_struct() %}'{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","id":"BIGINT","rateCode":"VARCHAR","name":"VARCHAR","rateType":"VARCHAR","unitTypeId":"BIGINT","currencyCode":"VARCHAR","occupancyCount":"BIGINT","rates":[{"date":"DATE","amount":"DECIMAL(18,4)"}]}'{% endmacro %}

{% macro rate_fields(row) %}
    {{ row }}."createdDate" as created_date,
    {{ row }}."lastModifiedDate" as last_modified_date,
    {{ row }}."id" as id,
    {{ row }}."rateCode" as rate_code,
    {{ row }}."name" as name,
    {{ row }}."rateType" as rate_type,
    {{ row }}."unitTypeId" as unit_type_id,
    {{ row }}."currencyCode" as currency_code,
    {{ row }}."occupancyCount" as occupancy_count,
    {{ row }}."rates" as rates
{% endmacro %}

{% macro rate_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"VARCHAR","rateCode":"VARCHAR","name":"VARCHAR","rateType":"VARCHAR","unitTypeId":"VARCHAR","currencyCode":"VARCHAR","occupancyCount":"VARCHAR","rates":[{"date":"VARCHAR","amount":"VARCHAR"}]}'{% endmacro %}

{% macro rate_untyped(typed, text) %}
    [
        {'field': 'createdDate', 'raw_value': case when {{ typed }}."createdDate" is null then {{ text }}."createdDate" end},
        {'field': 'lastModifiedDate', 'raw_value': case when {{ typed }}."lastModifiedDate" is null then {{ text }}."lastModifiedDate" end},
        {'field': 'id', 'raw_value': case when {{ typed }}."id" is null then {{ text }}."id" end},
        {'field': 'unitTypeId', 'raw_value': case when {{ typed }}."unitTypeId" is null then {{ text }}."unitTypeId" end},
        {'field': 'occupancyCount', 'raw_value': case when {{ typed }}."occupancyCount" is null then {{ text }}."occupancyCount" end}
    ]
{% endmacro %}
