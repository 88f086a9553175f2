{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro contact_struct() %}'{"createdDate":"TIMESTAMPTZ","id":"BIGINT","primaryContactEmailAddress":{"email":"VARCHAR"},"type":"VARCHAR","source":"VARCHAR","status":"VARCHAR","lifecycleStage":"VARCHAR","nationalityId":"BIGINT"}'{% endmacro %}

{% macro contact_fields(row) %}
    {{ row }}."createdDate" as "created_date",
    {{ row }}."id" as "id",
    {{ row }}."primaryContactEmailAddress"."email" as "primary_contact_email_address__email",
    {{ row }}."type" as "type",
    {{ row }}."source" as "source",
    {{ row }}."status" as "status",
    {{ row }}."lifecycleStage" as "lifecycle_stage",
    {{ row }}."nationalityId" as "nationality_id"
{% endmacro %}

{% macro contact_text() %}'{"createdDate":"VARCHAR","id":"VARCHAR","nationalityId":"VARCHAR"}'{% endmacro %}

{% macro contact_slips() %}
    {{ slips('text."createdDate"', 'TIMESTAMPTZ') }}
    or {{ slips('text."id"', 'BIGINT') }}
    or {{ slips('text."nationalityId"', 'BIGINT') }}
{% endmacro %}

{% macro contact_untyped() %}
    [
        {'field': 'createdDate', 'raw_value': {{ unless_typed('text."createdDate"', 'TIMESTAMPTZ') }}},
        {'field': 'id', 'raw_value': {{ unless_typed('text."id"', 'BIGINT') }}},
        {'field': 'nationalityId', 'raw_value': {{ unless_typed('text."nationalityId"', 'BIGINT') }}}
    ]
{% endmacro %}
