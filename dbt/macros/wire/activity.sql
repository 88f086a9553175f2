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
        slips(moment('record."createdDate"'), 'text."createdDate"'),
        slips(moment('record."lastModifiedDate"'), 'text."lastModifiedDate"'),
        slips('record."id"', 'text."id"'),
        slips('record."activityTypeId"', 'text."activityTypeId"'),
        slips('record."assignedUserId"', 'text."assignedUserId"'),
        slips('record."assignedTeamId"', 'text."assignedTeamId"'),
        slips('record."assignedCompanyId"', 'text."assignedCompanyId"'),
        slips(moment('record."startDateTime"'), 'text."startDateTime"'),
        slips(date_in('record."dueDate"'), 'text."dueDate"'),
        slips('record."unitId"', 'text."unitId"'),
        slips('record."blockAvailability"', 'text."blockAvailability"')
    ]) }}
{% endcall %}{% endmacro %}

{% macro activity_untyped() %}{% call names() %}
    {{ list_of([
        unless_typed('createdDate', moment('record."createdDate"'), 'text."createdDate"'),
        unless_typed('lastModifiedDate', moment('record."lastModifiedDate"'), 'text."lastModifiedDate"'),
        unless_typed('id', 'record."id"', 'text."id"'),
        unless_typed('activityTypeId', 'record."activityTypeId"', 'text."activityTypeId"'),
        unless_typed('assignedUserId', 'record."assignedUserId"', 'text."assignedUserId"'),
        unless_typed('assignedTeamId', 'record."assignedTeamId"', 'text."assignedTeamId"'),
        unless_typed('assignedCompanyId', 'record."assignedCompanyId"', 'text."assignedCompanyId"'),
        unless_typed('startDateTime', moment('record."startDateTime"'), 'text."startDateTime"'),
        unless_typed('dueDate', date_in('record."dueDate"'), 'text."dueDate"'),
        unless_typed('unitId', 'record."unitId"', 'text."unitId"'),
        unless_typed('blockAvailability', 'record."blockAvailability"', 'text."blockAvailability"')
    ]) }}
{% endcall %}{% endmacro %}
