{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro guest_stay_struct() %}'{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","id":"BIGINT","roomStayId":"BIGINT","bookingId":"BIGINT","bookingReference":"VARCHAR","contactId":"BIGINT","unitId":"BIGINT","status":"VARCHAR","checkInDate":"DATE","checkOutDate":"DATE","guest":{"firstName":"VARCHAR","lastName":"VARCHAR","email":"VARCHAR"},"primary":"BOOLEAN"}'{% endmacro %}

{% macro guest_stay_fields(row) %}
    {{ row }}."createdDate" as created_date,
    {{ row }}."lastModifiedDate" as last_modified_date,
    {{ row }}."id" as id,
    {{ row }}."roomStayId" as room_stay_id,
    {{ row }}."bookingId" as booking_id,
    {{ row }}."bookingReference" as booking_reference,
    {{ row }}."contactId" as contact_id,
    {{ row }}."unitId" as unit_id,
    {{ row }}."status" as status,
    {{ row }}."checkInDate" as check_in_date,
    {{ row }}."checkOutDate" as check_out_date,
    {{ row }}."guest"."firstName" as guest__first_name,
    {{ row }}."guest"."lastName" as guest__last_name,
    {{ row }}."guest"."email" as guest__email,
    {{ row }}."primary" as primary
{% endmacro %}

{% macro guest_stay_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"VARCHAR","roomStayId":"VARCHAR","bookingId":"VARCHAR","bookingReference":"VARCHAR","contactId":"VARCHAR","unitId":"VARCHAR","status":"VARCHAR","checkInDate":"VARCHAR","checkOutDate":"VARCHAR","guest":{"firstName":"VARCHAR","lastName":"VARCHAR","email":"VARCHAR"},"primary":"VARCHAR"}'{% endmacro %}

{% macro guest_stay_untyped(typed, text) %}
    [
        {'field': 'createdDate', 'raw_value': case when {{ typed }}."createdDate" is null then {{ text }}."createdDate" end},
        {'field': 'lastModifiedDate', 'raw_value': case when {{ typed }}."lastModifiedDate" is null then {{ text }}."lastModifiedDate" end},
        {'field': 'id', 'raw_value': case when {{ typed }}."id" is null then {{ text }}."id" end},
        {'field': 'roomStayId', 'raw_value': case when {{ typed }}."roomStayId" is null then {{ text }}."roomStayId" end},
        {'field': 'bookingId', 'raw_value': case when {{ typed }}."bookingId" is null then {{ text }}."bookingId" end},
        {'field': 'contactId', 'raw_value': case when {{ typed }}."contactId" is null then {{ text }}."contactId" end},
        {'field': 'unitId', 'raw_value': case when {{ typed }}."unitId" is null then {{ text }}."unitId" end},
        {'field': 'checkInDate', 'raw_value': case when {{ typed }}."checkInDate" is null then {{ text }}."checkInDate" end},
        {'field': 'checkOutDate', 'raw_value': case when {{ typed }}."checkOutDate" is null then {{ text }}."checkOutDate" end},
        {'field': 'primary', 'raw_value': case when {{ typed }}."primary" is null then {{ text }}."primary" end}
    ]
{% endmacro %}
