{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro extra_struct() %}'{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","id":"BIGINT","name":"VARCHAR","description":"VARCHAR","pricing":{"gross":"DECIMAL(18,4)","net":"DECIMAL(18,4)","vat":"DECIMAL(18,4)"},"billingFrequencyId":"BIGINT","compulsory":"BOOLEAN","bookableOnline":"BOOLEAN","buildingId":"BIGINT","taxCodeId":"BIGINT"}'{% endmacro %}

{% macro extra_fields(row) %}{% call names() %}
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
{% endcall %}{% endmacro %}

{% macro extra_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"VARCHAR","pricing":{"gross":"VARCHAR","net":"VARCHAR","vat":"VARCHAR"},"billingFrequencyId":"VARCHAR","compulsory":"VARCHAR","bookableOnline":"VARCHAR","buildingId":"VARCHAR","taxCodeId":"VARCHAR"}'{% endmacro %}

{% macro extra_slips() %}{% call names() %}
    {{ any_of([
        slips('text."createdDate"', 'TIMESTAMPTZ'),
        slips('text."lastModifiedDate"', 'TIMESTAMPTZ'),
        slips('text."id"', 'BIGINT'),
        slips('text."pricing"."gross"', 'DECIMAL(18,4)'),
        slips('text."pricing"."net"', 'DECIMAL(18,4)'),
        slips('text."pricing"."vat"', 'DECIMAL(18,4)'),
        slips('text."billingFrequencyId"', 'BIGINT'),
        slips('text."compulsory"', 'BOOLEAN'),
        slips('text."bookableOnline"', 'BOOLEAN'),
        slips('text."buildingId"', 'BIGINT'),
        slips('text."taxCodeId"', 'BIGINT')
    ]) }}
{% endcall %}{% endmacro %}

{% macro extra_untyped() %}{% call names() %}
    {{ list_of([
        unless_typed('createdDate', 'text."createdDate"', 'TIMESTAMPTZ'),
        unless_typed('lastModifiedDate', 'text."lastModifiedDate"', 'TIMESTAMPTZ'),
        unless_typed('id', 'text."id"', 'BIGINT'),
        unless_typed('pricing.gross', 'text."pricing"."gross"', 'DECIMAL(18,4)'),
        unless_typed('pricing.net', 'text."pricing"."net"', 'DECIMAL(18,4)'),
        unless_typed('pricing.vat', 'text."pricing"."vat"', 'DECIMAL(18,4)'),
        unless_typed('billingFrequencyId', 'text."billingFrequencyId"', 'BIGINT'),
        unless_typed('compulsory', 'text."compulsory"', 'BOOLEAN'),
        unless_typed('bookableOnline', 'text."bookableOnline"', 'BOOLEAN'),
        unless_typed('buildingId', 'text."buildingId"', 'BIGINT'),
        unless_typed('taxCodeId', 'text."taxCodeId"', 'BIGINT')
    ]) }}
{% endcall %}{% endmacro %}
