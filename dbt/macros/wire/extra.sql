{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro extra_struct() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"BIGINT","name":"VARCHAR","description":"VARCHAR","pricing":{"gross":"DECIMAL(18,4)","net":"DECIMAL(18,4)","vat":"DECIMAL(18,4)"},"billingFrequencyId":"BIGINT","compulsory":"BOOLEAN","bookableOnline":"BOOLEAN","buildingId":"BIGINT","taxCodeId":"BIGINT"}'{% endmacro %}

{% macro extra_fields(row) %}{% call names() %}
    {{ moment(row ~ '."createdDate"') }} as "created_date",
    {{ date_without_offset(row ~ '."createdDate"') }} as "created_date__on",
    {{ moment(row ~ '."lastModifiedDate"') }} as "last_modified_date",
    {{ date_without_offset(row ~ '."lastModifiedDate"') }} as "last_modified_date__on",
    {{ row }}."id" as "id",
    nullif({{ row }}."name", '') as "name",
    nullif({{ row }}."description", '') as "description",
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
        slips(moment('record."createdDate"'), 'text."createdDate"'),
        slips(moment('record."lastModifiedDate"'), 'text."lastModifiedDate"'),
        slips('record."id"', 'text."id"'),
        slips('record."pricing"."gross"', 'text."pricing"."gross"'),
        slips('record."pricing"."net"', 'text."pricing"."net"'),
        slips('record."pricing"."vat"', 'text."pricing"."vat"'),
        slips('record."billingFrequencyId"', 'text."billingFrequencyId"'),
        slips('record."compulsory"', 'text."compulsory"'),
        slips('record."bookableOnline"', 'text."bookableOnline"'),
        slips('record."buildingId"', 'text."buildingId"'),
        slips('record."taxCodeId"', 'text."taxCodeId"')
    ]) }}
{% endcall %}{% endmacro %}

{% macro extra_untyped() %}{% call names() %}
    {{ list_of([
        unless_typed('createdDate', moment('record."createdDate"'), 'text."createdDate"'),
        unless_typed('lastModifiedDate', moment('record."lastModifiedDate"'), 'text."lastModifiedDate"'),
        unless_typed('id', 'record."id"', 'text."id"'),
        unless_typed('pricing.gross', 'record."pricing"."gross"', 'text."pricing"."gross"'),
        unless_typed('pricing.net', 'record."pricing"."net"', 'text."pricing"."net"'),
        unless_typed('pricing.vat', 'record."pricing"."vat"', 'text."pricing"."vat"'),
        unless_typed('billingFrequencyId', 'record."billingFrequencyId"', 'text."billingFrequencyId"'),
        unless_typed('compulsory', 'record."compulsory"', 'text."compulsory"'),
        unless_typed('bookableOnline', 'record."bookableOnline"', 'text."bookableOnline"'),
        unless_typed('buildingId', 'record."buildingId"', 'text."buildingId"'),
        unless_typed('taxCodeId', 'record."taxCodeId"', 'text."taxCodeId"')
    ]) }}
{% endcall %}{% endmacro %}
