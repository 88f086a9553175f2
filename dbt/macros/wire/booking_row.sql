{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro booking_row_struct() %}'{"createdDate":"TIMESTAMPTZ","roomStayId":"BIGINT","roomStayStatus":"VARCHAR","bookingId":"BIGINT","bookingReference":"VARCHAR","startDate":"DATE","endDate":"DATE","netAmount":"DECIMAL(18,4)","vatAmount":"DECIMAL(18,4)","bookingContact":{"id":"BIGINT"},"unit":{"id":"BIGINT","unitTypeId":"BIGINT","unitTypeName":"VARCHAR","buildingId":"BIGINT","buildingName":"VARCHAR"},"rate":{"rateCode":"VARCHAR","rateType":"VARCHAR"},"confirmedDate":"TIMESTAMPTZ","contractSignedDate":"TIMESTAMPTZ","lastStatusChangeDate":"TIMESTAMPTZ","cancelledDate":"DATE","extras":[{"roomStayExtraId":"BIGINT","extraId":"BIGINT","description":"VARCHAR","pricing":{"gross":"DECIMAL(18,4)","net":"DECIMAL(18,4)","vat":"DECIMAL(18,4)"}}],"channelId":"BIGINT","marketSegmentId":"BIGINT","currencyCode":"VARCHAR"}'{% endmacro %}

{% macro booking_row_fields(row) %}
    {{ row }}."createdDate" as "created_date",
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
    {{ row }}."extras" as "extras",
    {{ row }}."channelId" as "channel_id",
    {{ row }}."marketSegmentId" as "market_segment_id",
    {{ row }}."currencyCode" as "currency_code"
{% endmacro %}

{% macro booking_row_text() %}'{"createdDate":"VARCHAR","roomStayId":"VARCHAR","bookingId":"VARCHAR","startDate":"VARCHAR","endDate":"VARCHAR","netAmount":"VARCHAR","vatAmount":"VARCHAR","bookingContact":{"id":"VARCHAR"},"unit":{"id":"VARCHAR","unitTypeId":"VARCHAR","buildingId":"VARCHAR"},"confirmedDate":"VARCHAR","contractSignedDate":"VARCHAR","lastStatusChangeDate":"VARCHAR","cancelledDate":"VARCHAR","extras":[{"roomStayExtraId":"VARCHAR","extraId":"VARCHAR","pricing":{"gross":"VARCHAR","net":"VARCHAR","vat":"VARCHAR"}}],"channelId":"VARCHAR","marketSegmentId":"VARCHAR"}'{% endmacro %}

{% macro booking_row_slips() %}
    {{ slips('text."createdDate"', 'TIMESTAMPTZ') }}
    or {{ slips('text."roomStayId"', 'BIGINT') }}
    or {{ slips('text."bookingId"', 'BIGINT') }}
    or {{ slips('text."startDate"', 'DATE') }}
    or {{ slips('text."endDate"', 'DATE') }}
    or {{ slips('text."netAmount"', 'DECIMAL(18,4)') }}
    or {{ slips('text."vatAmount"', 'DECIMAL(18,4)') }}
    or {{ slips('text."bookingContact"."id"', 'BIGINT') }}
    or {{ slips('text."unit"."id"', 'BIGINT') }}
    or {{ slips('text."unit"."unitTypeId"', 'BIGINT') }}
    or {{ slips('text."unit"."buildingId"', 'BIGINT') }}
    or {{ slips('text."confirmedDate"', 'TIMESTAMPTZ') }}
    or {{ slips('text."contractSignedDate"', 'TIMESTAMPTZ') }}
    or {{ slips('text."lastStatusChangeDate"', 'TIMESTAMPTZ') }}
    or {{ slips('text."cancelledDate"', 'DATE') }}
    or len(list_filter(text."extras", lambda item0:
        {{ slips('item0."roomStayExtraId"', 'BIGINT') }}
        or {{ slips('item0."extraId"', 'BIGINT') }}
        or {{ slips('item0."pricing"."gross"', 'DECIMAL(18,4)') }}
        or {{ slips('item0."pricing"."net"', 'DECIMAL(18,4)') }}
        or {{ slips('item0."pricing"."vat"', 'DECIMAL(18,4)') }})) > 0
    or {{ slips('text."channelId"', 'BIGINT') }}
    or {{ slips('text."marketSegmentId"', 'BIGINT') }}
{% endmacro %}

{% macro booking_row_untyped() %}
    list_concat([
        {'field': 'createdDate', 'raw_value': {{ unless_typed('text."createdDate"', 'TIMESTAMPTZ') }}},
        {'field': 'roomStayId', 'raw_value': {{ unless_typed('text."roomStayId"', 'BIGINT') }}},
        {'field': 'bookingId', 'raw_value': {{ unless_typed('text."bookingId"', 'BIGINT') }}},
        {'field': 'startDate', 'raw_value': {{ unless_typed('text."startDate"', 'DATE') }}},
        {'field': 'endDate', 'raw_value': {{ unless_typed('text."endDate"', 'DATE') }}},
        {'field': 'netAmount', 'raw_value': {{ unless_typed('text."netAmount"', 'DECIMAL(18,4)') }}},
        {'field': 'vatAmount', 'raw_value': {{ unless_typed('text."vatAmount"', 'DECIMAL(18,4)') }}},
        {'field': 'bookingContact.id', 'raw_value': {{ unless_typed('text."bookingContact"."id"', 'BIGINT') }}},
        {'field': 'unit.id', 'raw_value': {{ unless_typed('text."unit"."id"', 'BIGINT') }}},
        {'field': 'unit.unitTypeId', 'raw_value': {{ unless_typed('text."unit"."unitTypeId"', 'BIGINT') }}},
        {'field': 'unit.buildingId', 'raw_value': {{ unless_typed('text."unit"."buildingId"', 'BIGINT') }}},
        {'field': 'confirmedDate', 'raw_value': {{ unless_typed('text."confirmedDate"', 'TIMESTAMPTZ') }}},
        {'field': 'contractSignedDate', 'raw_value': {{ unless_typed('text."contractSignedDate"', 'TIMESTAMPTZ') }}},
        {'field': 'lastStatusChangeDate', 'raw_value': {{ unless_typed('text."lastStatusChangeDate"', 'TIMESTAMPTZ') }}},
        {'field': 'cancelledDate', 'raw_value': {{ unless_typed('text."cancelledDate"', 'DATE') }}},
        {'field': 'channelId', 'raw_value': {{ unless_typed('text."channelId"', 'BIGINT') }}},
        {'field': 'marketSegmentId', 'raw_value': {{ unless_typed('text."marketSegmentId"', 'BIGINT') }}}
    ], flatten(list_transform(text."extras", lambda item0: [
            {'field': 'extras.roomStayExtraId', 'raw_value': {{ unless_typed('item0."roomStayExtraId"', 'BIGINT') }}},
            {'field': 'extras.extraId', 'raw_value': {{ unless_typed('item0."extraId"', 'BIGINT') }}},
            {'field': 'extras.pricing.gross', 'raw_value': {{ unless_typed('item0."pricing"."gross"', 'DECIMAL(18,4)') }}},
            {'field': 'extras.pricing.net', 'raw_value': {{ unless_typed('item0."pricing"."net"', 'DECIMAL(18,4)') }}},
            {'field': 'extras.pricing.vat', 'raw_value': {{ unless_typed('item0."pricing"."vat"', 'DECIMAL(18,4)') }}}
        ])))
{% endmacro %}
