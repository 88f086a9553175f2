{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro booking_struct() %}'{"createdDate":"TIMESTAMPTZ","id":"BIGINT","bookingReference":"VARCHAR","bookingContactId":"BIGINT","channelId":"BIGINT","marketSegmentId":"BIGINT","currencyCode":"VARCHAR","roomStays":[{"roomStayId":"BIGINT","roomStayStatus":"VARCHAR","bookingId":"BIGINT","bookingReference":"VARCHAR","startDate":"DATE","endDate":"DATE","netAmount":"DECIMAL(18,4)","vatAmount":"DECIMAL(18,4)","bookingContact":{"id":"BIGINT"},"unit":{"id":"BIGINT","unitTypeId":"BIGINT","unitTypeName":"VARCHAR","buildingId":"BIGINT","buildingName":"VARCHAR"},"rate":{"rateCode":"VARCHAR","rateType":"VARCHAR"},"confirmedDate":"TIMESTAMPTZ","contractSignedDate":"TIMESTAMPTZ","lastStatusChangeDate":"TIMESTAMPTZ","cancelledDate":"DATE","extras":[{"roomStayExtraId":"BIGINT","extraId":"BIGINT","description":"VARCHAR","pricing":{"gross":"DECIMAL(18,4)","net":"DECIMAL(18,4)","vat":"DECIMAL(18,4)"}}]}]}'{% endmacro %}

{% macro booking_fields(row) %}
    {{ row }}."createdDate" as "created_date",
    {{ row }}."id" as "id",
    {{ row }}."bookingReference" as "booking_reference",
    {{ row }}."bookingContactId" as "booking_contact_id",
    {{ row }}."channelId" as "channel_id",
    {{ row }}."marketSegmentId" as "market_segment_id",
    {{ row }}."currencyCode" as "currency_code",
    {{ row }}."roomStays" as "room_stays"
{% endmacro %}

{% macro room_stay_struct() %}'{"roomStayId":"BIGINT","roomStayStatus":"VARCHAR","bookingId":"BIGINT","bookingReference":"VARCHAR","startDate":"DATE","endDate":"DATE","netAmount":"DECIMAL(18,4)","vatAmount":"DECIMAL(18,4)","bookingContact":{"id":"BIGINT"},"unit":{"id":"BIGINT","unitTypeId":"BIGINT","unitTypeName":"VARCHAR","buildingId":"BIGINT","buildingName":"VARCHAR"},"rate":{"rateCode":"VARCHAR","rateType":"VARCHAR"},"confirmedDate":"TIMESTAMPTZ","contractSignedDate":"TIMESTAMPTZ","lastStatusChangeDate":"TIMESTAMPTZ","cancelledDate":"DATE","extras":[{"roomStayExtraId":"BIGINT","extraId":"BIGINT","description":"VARCHAR","pricing":{"gross":"DECIMAL(18,4)","net":"DECIMAL(18,4)","vat":"DECIMAL(18,4)"}}]}'{% endmacro %}

{% macro room_stay_fields(row) %}
    {{ row }}."roomStayId" as "room_stay_id",
    {{ row }}."roomStayStatus" as "room_stay_status",
    {{ row }}."bookingId" as "booking_id",
    {{ row }}."bookingReference" as "booking_reference",
    {{ row }}."startDate" as "start_date",
    {{ row }}."endDate" as "end_date",
    {{ row }}."netAmount" as "net_amount",
    {{ row }}."vatAmount" as "vat_amount",
    {{ row }}."bookingContact"."id" as "booking_contact__id",
    {{ row }}."unit"."id" as "unit__id",
    {{ row }}."unit"."unitTypeId" as "unit__unit_type_id",
    {{ row }}."unit"."unitTypeName" as "unit__unit_type_name",
    {{ row }}."unit"."buildingId" as "unit__building_id",
    {{ row }}."unit"."buildingName" as "unit__building_name",
    {{ row }}."rate"."rateCode" as "rate__rate_code",
    {{ row }}."rate"."rateType" as "rate__rate_type",
    {{ row }}."confirmedDate" as "confirmed_date",
    {{ row }}."contractSignedDate" as "contract_signed_date",
    {{ row }}."lastStatusChangeDate" as "last_status_change_date",
    {{ row }}."cancelledDate" as "cancelled_date",
    {{ row }}."extras" as "extras"
{% endmacro %}

{% macro room_stay_extra_struct() %}'{"roomStayExtraId":"BIGINT","extraId":"BIGINT","description":"VARCHAR","pricing":{"gross":"DECIMAL(18,4)","net":"DECIMAL(18,4)","vat":"DECIMAL(18,4)"}}'{% endmacro %}

{% macro room_stay_extra_fields(row) %}
    {{ row }}."roomStayExtraId" as "room_stay_extra_id",
    {{ row }}."extraId" as "extra_id",
    {{ row }}."description" as "description",
    {{ row }}."pricing"."gross" as "pricing__gross",
    {{ row }}."pricing"."net" as "pricing__net",
    {{ row }}."pricing"."vat" as "pricing__vat"
{% endmacro %}

{% macro booking_text() %}'{"createdDate":"VARCHAR","id":"VARCHAR","bookingContactId":"VARCHAR","channelId":"VARCHAR","marketSegmentId":"VARCHAR","roomStays":[{"roomStayId":"VARCHAR","bookingId":"VARCHAR","startDate":"VARCHAR","endDate":"VARCHAR","netAmount":"VARCHAR","vatAmount":"VARCHAR","bookingContact":{"id":"VARCHAR"},"unit":{"id":"VARCHAR","unitTypeId":"VARCHAR","buildingId":"VARCHAR"},"confirmedDate":"VARCHAR","contractSignedDate":"VARCHAR","lastStatusChangeDate":"VARCHAR","cancelledDate":"VARCHAR","extras":[{"roomStayExtraId":"VARCHAR","extraId":"VARCHAR","pricing":{"gross":"VARCHAR","net":"VARCHAR","vat":"VARCHAR"}}]}]}'{% endmacro %}

{% macro booking_slips() %}
    {{ slips('text."createdDate"', 'TIMESTAMPTZ') }}
    or {{ slips('text."id"', 'BIGINT') }}
    or {{ slips('text."bookingContactId"', 'BIGINT') }}
    or {{ slips('text."channelId"', 'BIGINT') }}
    or {{ slips('text."marketSegmentId"', 'BIGINT') }}
    or len(list_filter(text."roomStays", lambda item0:
        {{ slips('item0."roomStayId"', 'BIGINT') }}
        or {{ slips('item0."bookingId"', 'BIGINT') }}
        or {{ slips('item0."startDate"', 'DATE') }}
        or {{ slips('item0."endDate"', 'DATE') }}
        or {{ slips('item0."netAmount"', 'DECIMAL(18,4)') }}
        or {{ slips('item0."vatAmount"', 'DECIMAL(18,4)') }}
        or {{ slips('item0."bookingContact"."id"', 'BIGINT') }}
        or {{ slips('item0."unit"."id"', 'BIGINT') }}
        or {{ slips('item0."unit"."unitTypeId"', 'BIGINT') }}
        or {{ slips('item0."unit"."buildingId"', 'BIGINT') }}
        or {{ slips('item0."confirmedDate"', 'TIMESTAMPTZ') }}
        or {{ slips('item0."contractSignedDate"', 'TIMESTAMPTZ') }}
        or {{ slips('item0."lastStatusChangeDate"', 'TIMESTAMPTZ') }}
        or {{ slips('item0."cancelledDate"', 'DATE') }}
        or len(list_filter(item0."extras", lambda item1:
            {{ slips('item1."roomStayExtraId"', 'BIGINT') }}
            or {{ slips('item1."extraId"', 'BIGINT') }}
            or {{ slips('item1."pricing"."gross"', 'DECIMAL(18,4)') }}
            or {{ slips('item1."pricing"."net"', 'DECIMAL(18,4)') }}
            or {{ slips('item1."pricing"."vat"', 'DECIMAL(18,4)') }})) > 0)) > 0
{% endmacro %}

{% macro booking_untyped() %}
    list_concat([
        {'field': 'createdDate', 'raw_value': {{ unless_typed('text."createdDate"', 'TIMESTAMPTZ') }}},
        {'field': 'id', 'raw_value': {{ unless_typed('text."id"', 'BIGINT') }}},
        {'field': 'bookingContactId', 'raw_value': {{ unless_typed('text."bookingContactId"', 'BIGINT') }}},
        {'field': 'channelId', 'raw_value': {{ unless_typed('text."channelId"', 'BIGINT') }}},
        {'field': 'marketSegmentId', 'raw_value': {{ unless_typed('text."marketSegmentId"', 'BIGINT') }}}
    ], flatten(list_transform(text."roomStays", lambda item0: list_concat([
            {'field': 'roomStays.roomStayId', 'raw_value': {{ unless_typed('item0."roomStayId"', 'BIGINT') }}},
            {'field': 'roomStays.bookingId', 'raw_value': {{ unless_typed('item0."bookingId"', 'BIGINT') }}},
            {'field': 'roomStays.startDate', 'raw_value': {{ unless_typed('item0."startDate"', 'DATE') }}},
            {'field': 'roomStays.endDate', 'raw_value': {{ unless_typed('item0."endDate"', 'DATE') }}},
            {'field': 'roomStays.netAmount', 'raw_value': {{ unless_typed('item0."netAmount"', 'DECIMAL(18,4)') }}},
            {'field': 'roomStays.vatAmount', 'raw_value': {{ unless_typed('item0."vatAmount"', 'DECIMAL(18,4)') }}},
            {'field': 'roomStays.bookingContact.id', 'raw_value': {{ unless_typed('item0."bookingContact"."id"', 'BIGINT') }}},
            {'field': 'roomStays.unit.id', 'raw_value': {{ unless_typed('item0."unit"."id"', 'BIGINT') }}},
            {'field': 'roomStays.unit.unitTypeId', 'raw_value': {{ unless_typed('item0."unit"."unitTypeId"', 'BIGINT') }}},
            {'field': 'roomStays.unit.buildingId', 'raw_value': {{ unless_typed('item0."unit"."buildingId"', 'BIGINT') }}},
            {'field': 'roomStays.confirmedDate', 'raw_value': {{ unless_typed('item0."confirmedDate"', 'TIMESTAMPTZ') }}},
            {'field': 'roomStays.contractSignedDate', 'raw_value': {{ unless_typed('item0."contractSignedDate"', 'TIMESTAMPTZ') }}},
            {'field': 'roomStays.lastStatusChangeDate', 'raw_value': {{ unless_typed('item0."lastStatusChangeDate"', 'TIMESTAMPTZ') }}},
            {'field': 'roomStays.cancelledDate', 'raw_value': {{ unless_typed('item0."cancelledDate"', 'DATE') }}}
        ], flatten(list_transform(item0."extras", lambda item1: [
                {'field': 'roomStays.extras.roomStayExtraId', 'raw_value': {{ unless_typed('item1."roomStayExtraId"', 'BIGINT') }}},
                {'field': 'roomStays.extras.extraId', 'raw_value': {{ unless_typed('item1."extraId"', 'BIGINT') }}},
                {'field': 'roomStays.extras.pricing.gross', 'raw_value': {{ unless_typed('item1."pricing"."gross"', 'DECIMAL(18,4)') }}},
                {'field': 'roomStays.extras.pricing.net', 'raw_value': {{ unless_typed('item1."pricing"."net"', 'DECIMAL(18,4)') }}},
                {'field': 'roomStays.extras.pricing.vat', 'raw_value': {{ unless_typed('item1."pricing"."vat"', 'DECIMAL(18,4)') }}}
            ]))))))
{% endmacro %}
