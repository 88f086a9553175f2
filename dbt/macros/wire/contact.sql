{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro contact_struct() %}'{"createdDate":"VARCHAR","id":"BIGINT","primaryContactEmailAddress":{"email":"VARCHAR"},"type":"VARCHAR","source":"VARCHAR","status":"VARCHAR","lifecycleStage":"VARCHAR","nationalityId":"BIGINT"}'{% endmacro %}

{% macro contact_fields(row) %}{% call names() %}
    {{ moment(row ~ '."createdDate"') }} as "created_date",
    {{ date_without_offset(row ~ '."createdDate"') }} as "created_date__on",
    {{ row }}."id" as "id",
    nullif({{ row }}."primaryContactEmailAddress"."email", '') as "primary_contact_email_address__email",
    nullif({{ row }}."type", '') as "type",
    nullif({{ row }}."source", '') as "source",
    nullif({{ row }}."status", '') as "status",
    nullif({{ row }}."lifecycleStage", '') as "lifecycle_stage",
    {{ reference(row ~ '."nationalityId"') }} as "nationality_id"
{% endcall %}{% endmacro %}

{% macro contact_text() %}'{"createdDate":"VARCHAR","id":"VARCHAR","nationalityId":"VARCHAR"}'{% endmacro %}

{% macro contact_slips() %}{% call names() %}
    {{ any_of([
        slips('"created_date"', 'text."createdDate"'),
        slips('"id"', 'text."id"'),
        slips('"nationality_id"', reference_text('text."nationalityId"'))
    ]) }}
{% endcall %}{% endmacro %}

{% macro contact_untyped() %}{% call names() %}
    {{ unread(list_of([
        field_of('createdDate', 'text."createdDate"', '"created_date"'),
        field_of('id', 'text."id"', '"id"'),
        field_of('nationalityId', reference_text('text."nationalityId"'), '"nationality_id"')
    ])) }}
{% endcall %}{% endmacro %}
