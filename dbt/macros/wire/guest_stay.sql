{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro guest_stay_struct() %}'{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","id":"BIGINT","roomStayId":"BIGINT","bookingId":"BIGINT","bookingReference":"VARCHAR","contactId":"BIGINT","unitId":"BIGINT","status":"VARCHAR","checkInDate":"DATE","checkOutDate":"DATE","guest":{"firstName":"VARCHAR","lastName":"VARCHAR","email":"VARCHAR"},"primary":"BOOLEAN"}'{% endmacro %}

{% macro guest_stay_fields(row) %}
    {{ row }}."createdDate" as "created_date",
    {{ row }}."lastModifiedDate" as "last_modified_date",
    {{ row }}."id" as "id",
    {{ row }}."roomStayId" as "room_stay_id",
    {{ row }}."bookingId" as "booking_id",
    {{ row }}."bookingReference" as "booking_reference",
    {{ row }}."contactId" as "contact_id",
    {{ row }}."unitId" as "unit_id",
    {{ row }}."status" as "status",
    {{ row }}."checkInDate" as "check_in_date",
    {{ row }}."checkOutDate" as "check_out_date",
    {{ row }}."guest"."firstName" as "guest__first_name",
    {{ row }}."guest"."lastName" as "guest__last_name",
    {{ row }}."guest"."email" as "guest__email",
    {{ row }}."primary" as "primary"
{% endmacro %}

{% macro guest_stay_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"VARCHAR","roomStayId":"VARCHAR","bookingId":"VARCHAR","contactId":"VARCHAR","unitId":"VARCHAR","checkInDate":"VARCHAR","checkOutDate":"VARCHAR","primary":"VARCHAR"}'{% endmacro %}

{% macro guest_stay_slips() %}
    {{ slips('text."createdDate"', 'TIMESTAMPTZ') }}
    or {{ slips('text."lastModifiedDate"', 'TIMESTAMPTZ') }}
    or {{ slips('text."id"', 'BIGINT') }}
    or {{ slips('text."roomStayId"', 'BIGINT') }}
    or {{ slips('text."bookingId"', 'BIGINT') }}
    or {{ slips('text."contactId"', 'BIGINT') }}
    or {{ slips('text."unitId"', 'BIGINT') }}
    or {{ slips('text."checkInDate"', 'DATE') }}
    or {{ slips('text."checkOutDate"', 'DATE') }}
    or {{ slips('text."primary"', 'BOOLEAN') }}
{% endmacro %}

{% macro guest_stay_untyped() %}
    [
        {'field': 'createdDate', 'raw_value': {{ unless_typed('text."createdDate"', 'TIMESTAMPTZ') }}},
        {'field': 'lastModifiedDate', 'raw_value': {{ unless_typed('text."lastModifiedDate"', 'TIMESTAMPTZ') }}},
        {'field': 'id', 'raw_value': {{ unless_typed('text."id"', 'BIGINT') }}},
        {'field': 'roomStayId', 'raw_value': {{ unless_typed('text."roomStayId"', 'BIGINT') }}},
        {'field': 'bookingId', 'raw_value': {{ unless_typed('text."bookingId"', 'BIGINT') }}},
        {'field': 'contactId', 'raw_value': {{ unless_typed('text."contactId"', 'BIGINT') }}},
        {'field': 'unitId', 'raw_value': {{ unless_typed('text."unitId"', 'BIGINT') }}},
        {'field': 'checkInDate', 'raw_value': {{ unless_typed('text."checkInDate"', 'DATE') }}},
        {'field': 'checkOutDate', 'raw_value': {{ unless_typed('text."checkOutDate"', 'DATE') }}},
        {'field': 'primary', 'raw_value': {{ unless_typed('text."primary"', 'BOOLEAN') }}}
    ]
{% endmacro %}
