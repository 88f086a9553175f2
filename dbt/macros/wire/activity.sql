{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro activity_struct() %}'{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","id":"BIGINT","subject":"VARCHAR","activityTypeId":"BIGINT","assignedUserId":"BIGINT","assignedTeamId":"BIGINT","assignedCompanyId":"BIGINT","startDateTime":"TIMESTAMPTZ","dueDate":"DATE","unitId":"BIGINT","blockAvailability":"BOOLEAN","status":"VARCHAR"}'{% endmacro %}

{% macro activity_fields(row) %}{% call names() %}
    {{ row }}."createdDate" as "created_date",
    {{ row }}."lastModifiedDate" as "last_modified_date",
    {{ row }}."id" as "id",
    {{ row }}."subject" as "subject",
    {{ row }}."activityTypeId" as "activity_type_id",
    {{ row }}."assignedUserId" as "assigned_user_id",
    {{ row }}."assignedTeamId" as "assigned_team_id",
    {{ row }}."assignedCompanyId" as "assigned_company_id",
    {{ row }}."startDateTime" as "start_date_time",
    {{ row }}."dueDate" as "due_date",
    {{ row }}."unitId" as "unit_id",
    {{ row }}."blockAvailability" as "block_availability",
    {{ row }}."status" as "status"
{% endcall %}{% endmacro %}

{% macro activity_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"VARCHAR","activityTypeId":"VARCHAR","assignedUserId":"VARCHAR","assignedTeamId":"VARCHAR","assignedCompanyId":"VARCHAR","startDateTime":"VARCHAR","dueDate":"VARCHAR","unitId":"VARCHAR","blockAvailability":"VARCHAR"}'{% endmacro %}

{% macro activity_slips() %}{% call names() %}
    {{ any_of([
        slips('text."createdDate"', 'TIMESTAMPTZ'),
        slips('text."lastModifiedDate"', 'TIMESTAMPTZ'),
        slips('text."id"', 'BIGINT'),
        slips('text."activityTypeId"', 'BIGINT'),
        slips('text."assignedUserId"', 'BIGINT'),
        slips('text."assignedTeamId"', 'BIGINT'),
        slips('text."assignedCompanyId"', 'BIGINT'),
        slips('text."startDateTime"', 'TIMESTAMPTZ'),
        slips('text."dueDate"', 'DATE'),
        slips('text."unitId"', 'BIGINT'),
        slips('text."blockAvailability"', 'BOOLEAN')
    ]) }}
{% endcall %}{% endmacro %}

{% macro activity_untyped() %}{% call names() %}
    {{ list_of([
        unless_typed('createdDate', 'text."createdDate"', 'TIMESTAMPTZ'),
        unless_typed('lastModifiedDate', 'text."lastModifiedDate"', 'TIMESTAMPTZ'),
        unless_typed('id', 'text."id"', 'BIGINT'),
        unless_typed('activityTypeId', 'text."activityTypeId"', 'BIGINT'),
        unless_typed('assignedUserId', 'text."assignedUserId"', 'BIGINT'),
        unless_typed('assignedTeamId', 'text."assignedTeamId"', 'BIGINT'),
        unless_typed('assignedCompanyId', 'text."assignedCompanyId"', 'BIGINT'),
        unless_typed('startDateTime', 'text."startDateTime"', 'TIMESTAMPTZ'),
        unless_typed('dueDate', 'text."dueDate"', 'DATE'),
        unless_typed('unitId', 'text."unitId"', 'BIGINT'),
        unless_typed('blockAvailability', 'text."blockAvailability"', 'BOOLEAN')
    ]) }}
{% endcall %}{% endmacro %}
