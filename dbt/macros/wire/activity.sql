{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro activity_struct() %}'{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","id":"BIGINT","subject":"VARCHAR","activityTypeId":"BIGINT","assignedUserId":"BIGINT","assignedTeamId":"BIGINT","assignedCompanyId":"BIGINT","startDateTime":"TIMESTAMPTZ","dueDate":"DATE","unitId":"BIGINT","blockAvailability":"BOOLEAN","status":"VARCHAR"}'{% endmacro %}

{% macro activity_fields(row) %}{% call names() %}
    {{ row }}."createdDate" as "created_date",
    {{ row }}."lastModifiedDate" as "last_modified_date",
    {{ row }}."id" as "id",
    nullif({{ row }}."subject", '') as "subject",
    {{ row }}."activityTypeId" as "activity_type_id",
    {{ row }}."assignedUserId" as "assigned_user_id",
    {{ row }}."assignedTeamId" as "assigned_team_id",
    {{ row }}."assignedCompanyId" as "assigned_company_id",
    {{ row }}."startDateTime" as "start_date_time",
    {{ row }}."dueDate" as "due_date",
    {{ row }}."unitId" as "unit_id",
    {{ row }}."blockAvailability" as "block_availability",
    nullif({{ row }}."status", '') as "status"
{% endcall %}{% endmacro %}

{% macro activity_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"VARCHAR","activityTypeId":"VARCHAR","assignedUserId":"VARCHAR","assignedTeamId":"VARCHAR","assignedCompanyId":"VARCHAR","startDateTime":"VARCHAR","dueDate":"VARCHAR","unitId":"VARCHAR","blockAvailability":"VARCHAR"}'{% endmacro %}

{% macro activity_slips() %}{% call names() %}
    {{ any_of([
        slips('record."createdDate"', 'text."createdDate"'),
        slips('record."lastModifiedDate"', 'text."lastModifiedDate"'),
        slips('record."id"', 'text."id"'),
        slips('record."activityTypeId"', 'text."activityTypeId"'),
        slips('record."assignedUserId"', 'text."assignedUserId"'),
        slips('record."assignedTeamId"', 'text."assignedTeamId"'),
        slips('record."assignedCompanyId"', 'text."assignedCompanyId"'),
        slips('record."startDateTime"', 'text."startDateTime"'),
        slips('record."dueDate"', 'text."dueDate"'),
        slips('record."unitId"', 'text."unitId"'),
        slips('record."blockAvailability"', 'text."blockAvailability"')
    ]) }}
{% endcall %}{% endmacro %}

{% macro activity_untyped() %}{% call names() %}
    {{ list_of([
        unless_typed('createdDate', 'record."createdDate"', 'text."createdDate"'),
        unless_typed('lastModifiedDate', 'record."lastModifiedDate"', 'text."lastModifiedDate"'),
        unless_typed('id', 'record."id"', 'text."id"'),
        unless_typed('activityTypeId', 'record."activityTypeId"', 'text."activityTypeId"'),
        unless_typed('assignedUserId', 'record."assignedUserId"', 'text."assignedUserId"'),
        unless_typed('assignedTeamId', 'record."assignedTeamId"', 'text."assignedTeamId"'),
        unless_typed('assignedCompanyId', 'record."assignedCompanyId"', 'text."assignedCompanyId"'),
        unless_typed('startDateTime', 'record."startDateTime"', 'text."startDateTime"'),
        unless_typed('dueDate', 'record."dueDate"', 'text."dueDate"'),
        unless_typed('unitId', 'record."unitId"', 'text."unitId"'),
        unless_typed('blockAvailability', 'record."blockAvailability"', 'text."blockAvailability"')
    ]) }}
{% endcall %}{% endmacro %}
