{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro activity_struct() %}'{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","id":"BIGINT","subject":"VARCHAR","activityTypeId":"BIGINT","assignedUserId":"BIGINT","assignedTeamId":"BIGINT","assignedCompanyId":"BIGINT","startDateTime":"TIMESTAMPTZ","dueDate":"DATE","unitId":"BIGINT","blockAvailability":"BOOLEAN","status":"VARCHAR"}'{% endmacro %}

{% macro activity_fields(row) %}
    {{ row }}."createdDate" as created_date,
    {{ row }}."lastModifiedDate" as last_modified_date,
    {{ row }}."id" as id,
    {{ row }}."subject" as subject,
    {{ row }}."activityTypeId" as activity_type_id,
    {{ row }}."assignedUserId" as assigned_user_id,
    {{ row }}."assignedTeamId" as assigned_team_id,
    {{ row }}."assignedCompanyId" as assigned_company_id,
    {{ row }}."startDateTime" as start_date_time,
    {{ row }}."dueDate" as due_date,
    {{ row }}."unitId" as unit_id,
    {{ row }}."blockAvailability" as block_availability,
    {{ row }}."status" as status
{% endmacro %}

{% macro activity_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"VARCHAR","subject":"VARCHAR","activityTypeId":"VARCHAR","assignedUserId":"VARCHAR","assignedTeamId":"VARCHAR","assignedCompanyId":"VARCHAR","startDateTime":"VARCHAR","dueDate":"VARCHAR","unitId":"VARCHAR","blockAvailability":"VARCHAR","status":"VARCHAR"}'{% endmacro %}

{% macro activity_untyped(typed, text) %}
    [
        {'field': 'createdDate', 'raw_value': case when {{ typed }}."createdDate" is null then {{ text }}."createdDate" end},
        {'field': 'lastModifiedDate', 'raw_value': case when {{ typed }}."lastModifiedDate" is null then {{ text }}."lastModifiedDate" end},
        {'field': 'id', 'raw_value': case when {{ typed }}."id" is null then {{ text }}."id" end},
        {'field': 'activityTypeId', 'raw_value': case when {{ typed }}."activityTypeId" is null then {{ text }}."activityTypeId" end},
        {'field': 'assignedUserId', 'raw_value': case when {{ typed }}."assignedUserId" is null then {{ text }}."assignedUserId" end},
        {'field': 'assignedTeamId', 'raw_value': case when {{ typed }}."assignedTeamId" is null then {{ text }}."assignedTeamId" end},
        {'field': 'assignedCompanyId', 'raw_value': case when {{ typed }}."assignedCompanyId" is null then {{ text }}."assignedCompanyId" end},
        {'field': 'startDateTime', 'raw_value': case when {{ typed }}."startDateTime" is null then {{ text }}."startDateTime" end},
        {'field': 'dueDate', 'raw_value': case when {{ typed }}."dueDate" is null then {{ text }}."dueDate" end},
        {'field': 'unitId', 'raw_value': case when {{ typed }}."unitId" is null then {{ text }}."unitId" end},
        {'field': 'blockAvailability', 'raw_value': case when {{ typed }}."blockAvailability" is null then {{ text }}."blockAvailability" end}
    ]
{% endmacro %}
