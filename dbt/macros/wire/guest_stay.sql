{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro guest_stay_struct() %}'{"id":"BIGINT","roomStayId":"BIGINT","contactId":"BIGINT","unitId":"BIGINT","status":"VARCHAR","checkInDate":"DATE","checkOutDate":"DATE"}'{% endmacro %}

{% macro guest_stay_fields(row) %}{% call names() %}
    {{ row }}."id" as "id",
    {{ row }}."roomStayId" as "room_stay_id",
    {{ row }}."contactId" as "contact_id",
    {{ row }}."unitId" as "unit_id",
    nullif({{ row }}."status", '') as "status",
    {{ row }}."checkInDate" as "check_in_date",
    {{ row }}."checkOutDate" as "check_out_date"
{% endcall %}{% endmacro %}

{% macro guest_stay_text() %}'{"id":"VARCHAR","roomStayId":"VARCHAR","contactId":"VARCHAR","unitId":"VARCHAR","checkInDate":"VARCHAR","checkOutDate":"VARCHAR"}'{% endmacro %}

{% macro guest_stay_slips() %}{% call names() %}
    {{ any_of([
        slips('record."id"', 'text."id"'),
        slips('record."roomStayId"', 'text."roomStayId"'),
        slips('record."contactId"', 'text."contactId"'),
        slips('record."unitId"', 'text."unitId"'),
        slips('record."checkInDate"', 'text."checkInDate"'),
        slips('record."checkOutDate"', 'text."checkOutDate"')
    ]) }}
{% endcall %}{% endmacro %}

{% macro guest_stay_untyped() %}{% call names() %}
    {{ list_of([
        unless_typed('id', 'record."id"', 'text."id"'),
        unless_typed('roomStayId', 'record."roomStayId"', 'text."roomStayId"'),
        unless_typed('contactId', 'record."contactId"', 'text."contactId"'),
        unless_typed('unitId', 'record."unitId"', 'text."unitId"'),
        unless_typed('checkInDate', 'record."checkInDate"', 'text."checkInDate"'),
        unless_typed('checkOutDate', 'record."checkOutDate"', 'text."checkOutDate"')
    ]) }}
{% endcall %}{% endmacro %}
