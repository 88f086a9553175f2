{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro guest_stay_struct() %}'{"id":"BIGINT","roomStayId":"BIGINT","contactId":"BIGINT","unitId":"BIGINT","status":"VARCHAR","checkInDate":"DATE","checkOutDate":"DATE"}'{% endmacro %}

{% macro guest_stay_fields(row) %}{% call names() %}
    {{ row }}."id" as "id",
    {{ row }}."roomStayId" as "room_stay_id",
    {{ row }}."contactId" as "contact_id",
    {{ row }}."unitId" as "unit_id",
    {{ row }}."status" as "status",
    {{ row }}."checkInDate" as "check_in_date",
    {{ row }}."checkOutDate" as "check_out_date"
{% endcall %}{% endmacro %}

{% macro guest_stay_text() %}'{"id":"VARCHAR","roomStayId":"VARCHAR","contactId":"VARCHAR","unitId":"VARCHAR","checkInDate":"VARCHAR","checkOutDate":"VARCHAR"}'{% endmacro %}

{% macro guest_stay_slips() %}{% call names() %}
    {{ any_of([
        slips('text."id"', 'BIGINT'),
        slips('text."roomStayId"', 'BIGINT'),
        slips('text."contactId"', 'BIGINT'),
        slips('text."unitId"', 'BIGINT'),
        slips('text."checkInDate"', 'DATE'),
        slips('text."checkOutDate"', 'DATE')
    ]) }}
{% endcall %}{% endmacro %}

{% macro guest_stay_untyped() %}{% call names() %}
    {{ list_of([
        unless_typed('id', 'text."id"', 'BIGINT'),
        unless_typed('roomStayId', 'text."roomStayId"', 'BIGINT'),
        unless_typed('contactId', 'text."contactId"', 'BIGINT'),
        unless_typed('unitId', 'text."unitId"', 'BIGINT'),
        unless_typed('checkInDate', 'text."checkInDate"', 'DATE'),
        unless_typed('checkOutDate', 'text."checkOutDate"', 'DATE')
    ]) }}
{% endcall %}{% endmacro %}
