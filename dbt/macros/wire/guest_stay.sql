{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro guest_stay_struct() %}'{"id":"BIGINT","roomStayId":"BIGINT","contactId":"BIGINT","unitId":"BIGINT","status":"VARCHAR","checkInDate":"VARCHAR","checkOutDate":"VARCHAR"}'{% endmacro %}

{% macro guest_stay_fields(row) %}{% call names() %}
    {{ row }}."id" as "id",
    {{ reference(row ~ '."roomStayId"') }} as "room_stay_id",
    {{ reference(row ~ '."contactId"') }} as "contact_id",
    {{ reference(row ~ '."unitId"') }} as "unit_id",
    nullif({{ row }}."status", '') as "status",
    {{ date_in(row ~ '."checkInDate"') }} as "check_in_date",
    {{ date_in(row ~ '."checkOutDate"') }} as "check_out_date"
{% endcall %}{% endmacro %}

{% macro guest_stay_text() %}'{"id":"VARCHAR","roomStayId":"VARCHAR","contactId":"VARCHAR","unitId":"VARCHAR","checkInDate":"VARCHAR","checkOutDate":"VARCHAR"}'{% endmacro %}

{% macro guest_stay_slips() %}{% call names() %}
    {{ any_of([
        slips('"id"', 'text."id"'),
        slips('"room_stay_id"', reference_text('text."roomStayId"')),
        slips('"contact_id"', reference_text('text."contactId"')),
        slips('"unit_id"', reference_text('text."unitId"')),
        slips('"check_in_date"', 'text."checkInDate"'),
        slips('"check_out_date"', 'text."checkOutDate"')
    ]) }}
{% endcall %}{% endmacro %}

{% macro guest_stay_untyped() %}{% call names() %}
    {{ unread(list_of([
        field_of('id', 'text."id"', '"id"'),
        field_of('roomStayId', reference_text('text."roomStayId"'), '"room_stay_id"'),
        field_of('contactId', reference_text('text."contactId"'), '"contact_id"'),
        field_of('unitId', reference_text('text."unitId"'), '"unit_id"'),
        field_of('checkInDate', 'text."checkInDate"', '"check_in_date"'),
        field_of('checkOutDate', 'text."checkOutDate"', '"check_out_date"')
    ])) }}
{% endcall %}{% endmacro %}
