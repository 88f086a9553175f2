{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro extra_struct() %}'{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","id":"BIGINT","name":"VARCHAR","description":"VARCHAR","pricing":{"gross":"DECIMAL(18,4)","net":"DECIMAL(18,4)","vat":"DECIMAL(18,4)"},"billingFrequencyId":"BIGINT","compulsory":"BOOLEAN","bookableOnline":"BOOLEAN","buildingId":"BIGINT","taxCodeId":"BIGINT"}'{% endmacro %}

{% macro extra_fields(row) %}
    {{ row }}."createdDate" as created_date,
    {{ row }}."lastModifiedDate" as last_modified_date,
    {{ row }}."id" as id,
    {{ row }}."name" as name,
    {{ row }}."description" as description,
    {{ row }}."pricing"."gross" as pricing__gross,
    {{ row }}."pricing"."net" as pricing__net,
    {{ row }}."pricing"."vat" as pricing__vat,
    {{ row }}."billingFrequencyId" as billing_frequency_id,
    {{ row }}."compulsory" as compulsory,
    {{ row }}."bookableOnline" as bookable_online,
    {{ row }}."buildingId" as building_id,
    {{ row }}."taxCodeId" as tax_code_id
{% endmacro %}

{% macro extra_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"VARCHAR","name":"VARCHAR","description":"VARCHAR","pricing":{"gross":"VARCHAR","net":"VARCHAR","vat":"VARCHAR"},"billingFrequencyId":"VARCHAR","compulsory":"VARCHAR","bookableOnline":"VARCHAR","buildingId":"VARCHAR","taxCodeId":"VARCHAR"}'{% endmacro %}

{% macro extra_untyped(typed, text) %}
    [
        {'field': 'createdDate', 'raw_value': case when {{ typed }}."createdDate" is null then {{ text }}."createdDate" end},
        {'field': 'lastModifiedDate', 'raw_value': case when {{ typed }}."lastModifiedDate" is null then {{ text }}."lastModifiedDate" end},
        {'field': 'id', 'raw_value': case when {{ typed }}."id" is null then {{ text }}."id" end},
        {'field': 'pricing.gross', 'raw_value': case when {{ typed }}."pricing"."gross" is null then {{ text }}."pricing"."gross" end},
        {'field': 'pricing.net', 'raw_value': case when {{ typed }}."pricing"."net" is null then {{ text }}."pricing"."net" end},
        {'field': 'pricing.vat', 'raw_value': case when {{ typed }}."pricing"."vat" is null then {{ text }}."pricing"."vat" end},
        {'field': 'billingFrequencyId', 'raw_value': case when {{ typed }}."billingFrequencyId" is null then {{ text }}."billingFrequencyId" end},
        {'field': 'compulsory', 'raw_value': case when {{ typed }}."compulsory" is null then {{ text }}."compulsory" end},
        {'field': 'bookableOnline', 'raw_value': case when {{ typed }}."bookableOnline" is null then {{ text }}."bookableOnline" end},
        {'field': 'buildingId', 'raw_value': case when {{ typed }}."buildingId" is null then {{ text }}."buildingId" end},
        {'field': 'taxCodeId', 'raw_value': case when {{ typed }}."taxCodeId" is null then {{ text }}."taxCodeId" end}
    ]
{% endmacro %}
