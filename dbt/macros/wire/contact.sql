{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro contact_struct() %}'{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","id":"BIGINT","firstName":"VARCHAR","lastName":"VARCHAR","primaryContactEmailAddress":{"email":"VARCHAR","primary":"BOOLEAN"},"primaryContactTelephoneNumber":{"number":"VARCHAR","primary":"BOOLEAN"},"type":"VARCHAR","source":"VARCHAR","status":"VARCHAR","lifecycleStage":"VARCHAR","marketingOptOut":"BOOLEAN","preferredContactMethod":"VARCHAR","organisation":"VARCHAR","nationalityId":"BIGINT","customFields":[{"id":"BIGINT","templateId":"BIGINT","templateName":"VARCHAR","name":"VARCHAR","type":"VARCHAR","value":"VARCHAR"}]}'{% endmacro %}

{% macro contact_fields(row) %}
    {{ row }}."createdDate" as "created_date",
    {{ row }}."lastModifiedDate" as "last_modified_date",
    {{ row }}."id" as "id",
    {{ row }}."firstName" as "first_name",
    {{ row }}."lastName" as "last_name",
    {{ row }}."primaryContactEmailAddress"."email" as "primary_contact_email_address__email",
    {{ row }}."primaryContactEmailAddress"."primary" as "primary_contact_email_address__primary",
    {{ row }}."primaryContactTelephoneNumber"."number" as "primary_contact_telephone_number__number",
    {{ row }}."primaryContactTelephoneNumber"."primary" as "primary_contact_telephone_number__primary",
    {{ row }}."type" as "type",
    {{ row }}."source" as "source",
    {{ row }}."status" as "status",
    {{ row }}."lifecycleStage" as "lifecycle_stage",
    {{ row }}."marketingOptOut" as "marketing_opt_out",
    {{ row }}."preferredContactMethod" as "preferred_contact_method",
    {{ row }}."organisation" as "organisation",
    {{ row }}."nationalityId" as "nationality_id",
    {{ row }}."customFields" as "custom_fields"
{% endmacro %}

{% macro contact_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"VARCHAR","primaryContactEmailAddress":{"primary":"VARCHAR"},"primaryContactTelephoneNumber":{"primary":"VARCHAR"},"marketingOptOut":"VARCHAR","nationalityId":"VARCHAR"}'{% endmacro %}

{% macro contact_slips() %}
    {{ slips('text."createdDate"', 'TIMESTAMPTZ') }}
    or {{ slips('text."lastModifiedDate"', 'TIMESTAMPTZ') }}
    or {{ slips('text."id"', 'BIGINT') }}
    or {{ slips('text."primaryContactEmailAddress"."primary"', 'BOOLEAN') }}
    or {{ slips('text."primaryContactTelephoneNumber"."primary"', 'BOOLEAN') }}
    or {{ slips('text."marketingOptOut"', 'BOOLEAN') }}
    or {{ slips('text."nationalityId"', 'BIGINT') }}
{% endmacro %}

{% macro contact_untyped() %}
    [
        {'field': 'createdDate', 'raw_value': {{ unless_typed('text."createdDate"', 'TIMESTAMPTZ') }}},
        {'field': 'lastModifiedDate', 'raw_value': {{ unless_typed('text."lastModifiedDate"', 'TIMESTAMPTZ') }}},
        {'field': 'id', 'raw_value': {{ unless_typed('text."id"', 'BIGINT') }}},
        {'field': 'primaryContactEmailAddress.primary', 'raw_value': {{ unless_typed('text."primaryContactEmailAddress"."primary"', 'BOOLEAN') }}},
        {'field': 'primaryContactTelephoneNumber.primary', 'raw_value': {{ unless_typed('text."primaryContactTelephoneNumber"."primary"', 'BOOLEAN') }}},
        {'field': 'marketingOptOut', 'raw_value': {{ unless_typed('text."marketingOptOut"', 'BOOLEAN') }}},
        {'field': 'nationalityId', 'raw_value': {{ unless_typed('text."nationalityId"', 'BIGINT') }}}
    ]
{% endmacro %}
