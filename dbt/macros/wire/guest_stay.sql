{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro guest_stay_struct() %}'{"id":"BIGINT","roomStayId":"BIGINT","contactId":"BIGINT","unitId":"BIGINT","status":"VARCHAR","checkInDate":"VARCHAR","checkOutDate":"VARCHAR"}'{% endmacro %}

{% macro guest_stay_fields(row) %}{% call names() %}
    {{ row }}."id" as "id",
    {{ row }}."roomStayId" as "room_stay_id",
    {{ row }}."contactId" as "contact_id",
    {{ row }}."unitId" as "unit_id",
    nullif({{ row }}."status", '') as "status",
    {{ date_in(row ~ '."checkInDate"') }} as "check_in_date",
    {{ date_in(row ~ '."checkOutDate"') }} as "check_out_date"
{% endcall %}{% endmacro %}

{% macro guest_stay_text() %}'{"id":"VARCHAR","roomStayId":"VARCHAR","contactId":"VARCHAR","unitId":"VARCHAR","checkInDate":"VARCHAR","checkOutDate":"VARCHAR"}'{% endmacro %}

{% macro guest_stay_slips() %}{% call names() %}
    {{ any_of([
        slips('record."id"', 'text."id"'),
        slips('record."roomStayId"', 'text."roomStayId"'),
        slips('record."contactId"', 'text."contactId"'),
        slips('record."unitId"', 'text."unitId"'),
        slips(date_in('record."checkInDate"'), 'text."checkInDate"'),
        slips(date_in('record."checkOutDate"'), 'text."checkOutDate"')
    ]) }}
{% endcall %}{% endmacro %}

{% macro guest_stay_untyped() %}{% call names() %}
    {{ list_of([
        unless_typed('id', 'record."id"', 'text."id"'),
        unless_typed('roomStayId', 'record."roomStayId"', 'text."roomStayId"'),
        unless_typed('contactId', 'record."contactId"', 'text."contactId"'),
        unless_typed('unitId', 'record."unitId"', 'text."unitId"'),
        unless_typed('checkInDate', date_in('record."checkInDate"'), 'text."checkInDate"'),
        unless_typed('checkOutDate', date_in('record."checkOutDate"'), 'text."checkOutDate"')
    ]) }}
{% endcall %}{% endmacro %}
