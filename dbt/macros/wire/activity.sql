{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro activity_struct() %}'{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","id":"BIGINT","subject":"VARCHAR","activityTypeId":"BIGINT","assignedUserId":"BIGINT","assignedTeamId":"BIGINT","assignedCompanyId":"BIGINT","startDateTime":"TIMESTAMPTZ","dueDate":"DATE","unitId":"BIGINT","blockAvailability":"BOOLEAN","status":"VARCHAR"}'{% endmacro %}

{% macro activity_fields(row) %}
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
{% endmacro %}

{% macro activity_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"VARCHAR","activityTypeId":"VARCHAR","assignedUserId":"VARCHAR","assignedTeamId":"VARCHAR","assignedCompanyId":"VARCHAR","startDateTime":"VARCHAR","dueDate":"VARCHAR","unitId":"VARCHAR","blockAvailability":"VARCHAR"}'{% endmacro %}

{% macro activity_slips() %}
    {{ slips('text."createdDate"', 'TIMESTAMPTZ') }}
    or {{ slips('text."lastModifiedDate"', 'TIMESTAMPTZ') }}
    or {{ slips('text."id"', 'BIGINT') }}
    or {{ slips('text."activityTypeId"', 'BIGINT') }}
    or {{ slips('text."assignedUserId"', 'BIGINT') }}
    or {{ slips('text."assignedTeamId"', 'BIGINT') }}
    or {{ slips('text."assignedCompanyId"', 'BIGINT') }}
    or {{ slips('text."startDateTime"', 'TIMESTAMPTZ') }}
    or {{ slips('text."dueDate"', 'DATE') }}
    or {{ slips('text."unitId"', 'BIGINT') }}
    or {{ slips('text."blockAvailability"', 'BOOLEAN') }}
{% endmacro %}

{% macro activity_untyped() %}
    [
        {'field': 'createdDate', 'raw_value': {{ unless_typed('text."createdDate"', 'TIMESTAMPTZ') }}},
        {'field': 'lastModifiedDate', 'raw_value': {{ unless_typed('text."lastModifiedDate"', 'TIMESTAMPTZ') }}},
        {'field': 'id', 'raw_value': {{ unless_typed('text."id"', 'BIGINT') }}},
        {'field': 'activityTypeId', 'raw_value': {{ unless_typed('text."activityTypeId"', 'BIGINT') }}},
        {'field': 'assignedUserId', 'raw_value': {{ unless_typed('text."assignedUserId"', 'BIGINT') }}},
        {'field': 'assignedTeamId', 'raw_value': {{ unless_typed('text."assignedTeamId"', 'BIGINT') }}},
        {'field': 'assignedCompanyId', 'raw_value': {{ unless_typed('text."assignedCompanyId"', 'BIGINT') }}},
        {'field': 'startDateTime', 'raw_value': {{ unless_typed('text."startDateTime"', 'TIMESTAMPTZ') }}},
        {'field': 'dueDate', 'raw_value': {{ unless_typed('text."dueDate"', 'DATE') }}},
        {'field': 'unitId', 'raw_value': {{ unless_typed('text."unitId"', 'BIGINT') }}},
        {'field': 'blockAvailability', 'raw_value': {{ unless_typed('text."blockAvailability"', 'BOOLEAN') }}}
    ]
{% endmacro %}
