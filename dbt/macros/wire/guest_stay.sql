{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro guest_stay_struct() %}'{"id":"BIGINT","roomStayId":"BIGINT","contactId":"BIGINT","unitId":"BIGINT","status":"VARCHAR","checkInDate":"DATE","checkOutDate":"DATE"}'{% endmacro %}

{% macro guest_stay_fields(row) %}
    {{ row }}."id" as "id",
    {{ row }}."roomStayId" as "room_stay_id",
    {{ row }}."contactId" as "contact_id",
    {{ row }}."unitId" as "unit_id",
    {{ row }}."status" as "status",
    {{ row }}."checkInDate" as "check_in_date",
    {{ row }}."checkOutDate" as "check_out_date"
{% endmacro %}

{% macro guest_stay_text() %}'{"id":"VARCHAR","roomStayId":"VARCHAR","contactId":"VARCHAR","unitId":"VARCHAR","checkInDate":"VARCHAR","checkOutDate":"VARCHAR"}'{% endmacro %}

{% macro guest_stay_slips() %}
    {{ slips('text."id"', 'BIGINT') }}
    or {{ slips('text."roomStayId"', 'BIGINT') }}
    or {{ slips('text."contactId"', 'BIGINT') }}
    or {{ slips('text."unitId"', 'BIGINT') }}
    or {{ slips('text."checkInDate"', 'DATE') }}
    or {{ slips('text."checkOutDate"', 'DATE') }}
{% endmacro %}

{% macro guest_stay_untyped() %}
    [
        {'field': 'id', 'raw_value': {{ unless_typed('text."id"', 'BIGINT') }}},
        {'field': 'roomStayId', 'raw_value': {{ unless_typed('text."roomStayId"', 'BIGINT') }}},
        {'field': 'contactId', 'raw_value': {{ unless_typed('text."contactId"', 'BIGINT') }}},
        {'field': 'unitId', 'raw_value': {{ unless_typed('text."unitId"', 'BIGINT') }}},
        {'field': 'checkInDate', 'raw_value': {{ unless_typed('text."checkInDate"', 'DATE') }}},
        {'field': 'checkOutDate', 'raw_value': {{ unless_typed('text."checkOutDate"', 'DATE') }}}
    ]
{% endmacro %}
