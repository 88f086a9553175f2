{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro activity_struct() %}'{"id":"BIGINT","subject":"VARCHAR","startDateTime":"VARCHAR","dueDate":"VARCHAR","unitId":"BIGINT","blockAvailability":"BOOLEAN","status":"VARCHAR"}'{% endmacro %}

{% macro activity_fields(row) %}{% call names() %}
    {{ row }}."id" as "id",
    nullif({{ row }}."subject", '') as "subject",
    {{ moment(row ~ '."startDateTime"') }} as "start_date_time",
    {{ date_without_offset(row ~ '."startDateTime"') }} as "start_date_time__on",
    {{ date_in(row ~ '."dueDate"') }} as "due_date",
    {{ reference(row ~ '."unitId"') }} as "unit_id",
    {{ row }}."blockAvailability" as "block_availability",
    nullif({{ row }}."status", '') as "status"
{% endcall %}{% endmacro %}

{% macro activity_text() %}'{"id":"VARCHAR","startDateTime":"VARCHAR","dueDate":"VARCHAR","unitId":"VARCHAR","blockAvailability":"VARCHAR"}'{% endmacro %}

{% macro activity_slips() %}{% call names() %}
    {{ any_of([
        slips('"id"', 'text."id"'),
        slips('"start_date_time"', 'text."startDateTime"'),
        slips('"due_date"', 'text."dueDate"'),
        slips('"unit_id"', reference_text('text."unitId"')),
        slips('"block_availability"', 'text."blockAvailability"')
    ]) }}
{% endcall %}{% endmacro %}

{% macro activity_untyped() %}{% call names() %}
    {{ unread(list_of([
        field_of('id', 'text."id"', '"id"'),
        field_of('startDateTime', 'text."startDateTime"', '"start_date_time"'),
        field_of('dueDate', 'text."dueDate"', '"due_date"'),
        field_of('unitId', reference_text('text."unitId"'), '"unit_id"'),
        field_of('blockAvailability', 'text."blockAvailability"', '"block_availability"')
    ])) }}
{% endcall %}{% endmacro %}
