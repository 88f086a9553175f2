{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro extra_struct() %}'{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","id":"BIGINT","name":"VARCHAR","description":"VARCHAR","pricing":{"gross":"DECIMAL(18,4)","net":"DECIMAL(18,4)","vat":"DECIMAL(18,4)"},"billingFrequencyId":"BIGINT","compulsory":"BOOLEAN","bookableOnline":"BOOLEAN","buildingId":"BIGINT","taxCodeId":"BIGINT"}'{% endmacro %}

{% macro extra_fields(row) %}
    {{ row }}."createdDate" as "created_date",
    {{ row }}."lastModifiedDate" as "last_modified_date",
    {{ row }}."id" as "id",
    {{ row }}."name" as "name",
    {{ row }}."description" as "description",
    {{ row }}."pricing"."gross" as "pricing__gross",
    {{ row }}."pricing"."net" as "pricing__net",
    {{ row }}."pricing"."vat" as "pricing__vat",
    {{ row }}."billingFrequencyId" as "billing_frequency_id",
    {{ row }}."compulsory" as "compulsory",
    {{ row }}."bookableOnline" as "bookable_online",
    {{ row }}."buildingId" as "building_id",
    {{ row }}."taxCodeId" as "tax_code_id"
{% endmacro %}

{% macro extra_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"VARCHAR","pricing":{"gross":"VARCHAR","net":"VARCHAR","vat":"VARCHAR"},"billingFrequencyId":"VARCHAR","compulsory":"VARCHAR","bookableOnline":"VARCHAR","buildingId":"VARCHAR","taxCodeId":"VARCHAR"}'{% endmacro %}

{% macro extra_slips() %}
    {{ slips('text."createdDate"', 'TIMESTAMPTZ') }}
    or {{ slips('text."lastModifiedDate"', 'TIMESTAMPTZ') }}
    or {{ slips('text."id"', 'BIGINT') }}
    or {{ slips('text."pricing"."gross"', 'DECIMAL(18,4)') }}
    or {{ slips('text."pricing"."net"', 'DECIMAL(18,4)') }}
    or {{ slips('text."pricing"."vat"', 'DECIMAL(18,4)') }}
    or {{ slips('text."billingFrequencyId"', 'BIGINT') }}
    or {{ slips('text."compulsory"', 'BOOLEAN') }}
    or {{ slips('text."bookableOnline"', 'BOOLEAN') }}
    or {{ slips('text."buildingId"', 'BIGINT') }}
    or {{ slips('text."taxCodeId"', 'BIGINT') }}
{% endmacro %}

{% macro extra_untyped() %}
    [
        {'field': 'createdDate', 'raw_value': {{ unless_typed('text."createdDate"', 'TIMESTAMPTZ') }}},
        {'field': 'lastModifiedDate', 'raw_value': {{ unless_typed('text."lastModifiedDate"', 'TIMESTAMPTZ') }}},
        {'field': 'id', 'raw_value': {{ unless_typed('text."id"', 'BIGINT') }}},
        {'field': 'pricing.gross', 'raw_value': {{ unless_typed('text."pricing"."gross"', 'DECIMAL(18,4)') }}},
        {'field': 'pricing.net', 'raw_value': {{ unless_typed('text."pricing"."net"', 'DECIMAL(18,4)') }}},
        {'field': 'pricing.vat', 'raw_value': {{ unless_typed('text."pricing"."vat"', 'DECIMAL(18,4)') }}},
        {'field': 'billingFrequencyId', 'raw_value': {{ unless_typed('text."billingFrequencyId"', 'BIGINT') }}},
        {'field': 'compulsory', 'raw_value': {{ unless_typed('text."compulsory"', 'BOOLEAN') }}},
        {'field': 'bookableOnline', 'raw_value': {{ unless_typed('text."bookableOnline"', 'BOOLEAN') }}},
        {'field': 'buildingId', 'raw_value': {{ unless_typed('text."buildingId"', 'BIGINT') }}},
        {'field': 'taxCodeId', 'raw_value': {{ unless_typed('text."taxCodeId"', 'BIGINT') }}}
    ]
{% endmacro %}
