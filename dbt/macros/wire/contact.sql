{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro contact_struct() %}'{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","id":"BIGINT","firstName":"VARCHAR","lastName":"VARCHAR","primaryContactEmailAddress":{"email":"VARCHAR","primary":"BOOLEAN"},"primaryContactTelephoneNumber":{"number":"VARCHAR","primary":"BOOLEAN"},"type":"VARCHAR","source":"VARCHAR","status":"VARCHAR","lifecycleStage":"VARCHAR","marketingOptOut":"BOOLEAN","preferredContactMethod":"VARCHAR","organisation":"VARCHAR","nationalityId":"BIGINT"}'{% endmacro %}

{% macro contact_fields(row) %}
    {{ row }}."createdDate" as created_date,
    {{ row }}."lastModifiedDate" as last_modified_date,
    {{ row }}."id" as id,
    {{ row }}."firstName" as first_name,
    {{ row }}."lastName" as last_name,
    {{ row }}."primaryContactEmailAddress"."email" as primary_contact_email_address__email,
    {{ row }}."primaryContactEmailAddress"."primary" as primary_contact_email_address__primary,
    {{ row }}."primaryContactTelephoneNumber"."number" as primary_contact_telephone_number__number,
    {{ row }}."primaryContactTelephoneNumber"."primary" as primary_contact_telephone_number__primary,
    {{ row }}."type" as type,
    {{ row }}."source" as source,
    {{ row }}."status" as status,
    {{ row }}."lifecycleStage" as lifecycle_stage,
    {{ row }}."marketingOptOut" as marketing_opt_out,
    {{ row }}."preferredContactMethod" as preferred_contact_method,
    {{ row }}."organisation" as organisation,
    {{ row }}."nationalityId" as nationality_id
{% endmacro %}

{% macro contact_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"VARCHAR","firstName":"VARCHAR","lastName":"VARCHAR","primaryContactEmailAddress":{"email":"VARCHAR","primary":"VARCHAR"},"primaryContactTelephoneNumber":{"number":"VARCHAR","primary":"VARCHAR"},"type":"VARCHAR","source":"VARCHAR","status":"VARCHAR","lifecycleStage":"VARCHAR","marketingOptOut":"VARCHAR","preferredContactMethod":"VARCHAR","organisation":"VARCHAR","nationalityId":"VARCHAR"}'{% endmacro %}

{% macro contact_untyped(typed, text) %}
    [
        {'field': 'createdDate', 'raw_value': case when {{ typed }}."createdDate" is null then {{ text }}."createdDate" end},
        {'field': 'lastModifiedDate', 'raw_value': case when {{ typed }}."lastModifiedDate" is null then {{ text }}."lastModifiedDate" end},
        {'field': 'id', 'raw_value': case when {{ typed }}."id" is null then {{ text }}."id" end},
        {'field': 'primaryContactEmailAddress.primary', 'raw_value': case when {{ typed }}."primaryContactEmailAddress"."primary" is null then {{ text }}."primaryContactEmailAddress"."primary" end},
        {'field': 'primaryContactTelephoneNumber.primary', 'raw_value': case when {{ typed }}."primaryContactTelephoneNumber"."primary" is null then {{ text }}."primaryContactTelephoneNumber"."primary" end},
        {'field': 'marketingOptOut', 'raw_value': case when {{ typed }}."marketingOptOut" is null then {{ text }}."marketingOptOut" end},
        {'field': 'nationalityId', 'raw_value': case when {{ typed }}."nationalityId" is null then {{ text }}."nationalityId" end}
    ]
{% endmacro %}
