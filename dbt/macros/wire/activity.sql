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
    {{ list_of([
        unless_typed('createdDate', '"created_date"', 'text."createdDate"'),
        unless_typed('lastModifiedDate', '"last_modified_date"', 'text."lastModifiedDate"'),
        unless_typed('id', '"id"', 'text."id"'),
        unless_typed('activityTypeId', '"activity_type_id"', 'text."activityTypeId"'),
        unless_typed('assignedUserId', '"assigned_user_id"', 'text."assignedUserId"'),
        unless_typed('assignedTeamId', '"assigned_team_id"', 'text."assignedTeamId"'),
        unless_typed('assignedCompanyId', '"assigned_company_id"', 'text."assignedCompanyId"'),
        unless_typed('startDateTime', '"start_date_time"', 'text."startDateTime"'),
        unless_typed('dueDate', '"due_date"', 'text."dueDate"'),
        unless_typed('unitId', '"unit_id"', 'text."unitId"'),
        unless_typed('blockAvailability', '"block_availability"', 'text."blockAvailability"')
    ]) }}
{% endcall %}{% endmacro %}
