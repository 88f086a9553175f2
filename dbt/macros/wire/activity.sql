{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro activity_struct() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"BIGINT","subject":"VARCHAR","activityTypeId":"BIGINT","assignedUserId":"BIGINT","assignedTeamId":"BIGINT","assignedCompanyId":"BIGINT","startDateTime":"VARCHAR","dueDate":"VARCHAR","unitId":"BIGINT","blockAvailability":"BOOLEAN","status":"VARCHAR"}'{% endmacro %}

{% macro activity_fields(row) %}{% call names() %}
    {{ moment(row ~ '."createdDate"') }} as "created_date",
    {{ date_without_offset(row ~ '."createdDate"') }} as "created_date__on",
    {{ moment(row ~ '."lastModifiedDate"') }} as "last_modified_date",
    {{ date_without_offset(row ~ '."lastModifiedDate"') }} as "last_modified_date__on",
    {{ row }}."id" as "id",
    nullif({{ row }}."subject", '') as "subject",
    {{ row }}."activityTypeId" as "activity_type_id",
    {{ row }}."assignedUserId" as "assigned_user_id",
    {{ row }}."assignedTeamId" as "assigned_team_id",
    {{ row }}."assignedCompanyId" as "assigned_company_id",
    {{ moment(row ~ '."startDateTime"') }} as "start_date_time",
    {{ date_without_offset(row ~ '."startDateTime"') }} as "start_date_time__on",
    {{ date_in(row ~ '."dueDate"') }} as "due_date",
    {{ row }}."unitId" as "unit_id",
    {{ row }}."blockAvailability" as "block_availability",
    nullif({{ row }}."status", '') as "status"
{% endcall %}{% endmacro %}

{% macro activity_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"VARCHAR","activityTypeId":"VARCHAR","assignedUserId":"VARCHAR","assignedTeamId":"VARCHAR","assignedCompanyId":"VARCHAR","startDateTime":"VARCHAR","dueDate":"VARCHAR","unitId":"VARCHAR","blockAvailability":"VARCHAR"}'{% endmacro %}

{% macro activity_slips() %}{% call names() %}
    {{ any_of([
        slips('"created_date"', 'text."createdDate"'),
        slips('"last_modified_date"', 'text."lastModifiedDate"'),
        slips('"id"', 'text."id"'),
        slips('"activity_type_id"', 'text."activityTypeId"'),
        slips('"assigned_user_id"', 'text."assignedUserId"'),
        slips('"assigned_team_id"', 'text."assignedTeamId"'),
        slips('"assigned_company_id"', 'text."assignedCompanyId"'),
        slips('"start_date_time"', 'text."startDateTime"'),
        slips('"due_date"', 'text."dueDate"'),
        slips('"unit_id"', 'text."unitId"'),
        slips('"block_availability"', 'text."blockAvailability"')
    ]) }}
{% endcall %}{% endmacro %}

{% macro activity_untyped() %}{% call names() %}
    {{ unread(list_of([
        field_of('createdDate', 'text."createdDate"', '"created_date"'),
        field_of('lastModifiedDate', 'text."lastModifiedDate"', '"last_modified_date"'),
        field_of('id', 'text."id"', '"id"'),
        field_of('activityTypeId', 'text."activityTypeId"', '"activity_type_id"'),
        field_of('assignedUserId', 'text."assignedUserId"', '"assigned_user_id"'),
        field_of('assignedTeamId', 'text."assignedTeamId"', '"assigned_team_id"'),
        field_of('assignedCompanyId', 'text."assignedCompanyId"', '"assigned_company_id"'),
        field_of('startDateTime', 'text."startDateTime"', '"start_date_time"'),
        field_of('dueDate', 'text."dueDate"', '"due_date"'),
        field_of('unitId', 'text."unitId"', '"unit_id"'),
        field_of('blockAvailability', 'text."blockAvailability"', '"block_availability"')
    ])) }}
{% endcall %}{% endmacro %}
