{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro booking_row_struct() %}'{"createdDate":"TIMESTAMPTZ","roomStayId":"BIGINT","roomStayStatus":"VARCHAR","bookingId":"BIGINT","bookingReference":"VARCHAR","startDate":"DATE","endDate":"DATE","netAmount":"DECIMAL(18,4)","vatAmount":"DECIMAL(18,4)","bookingContact":{"id":"BIGINT"},"unit":{"id":"BIGINT","unitTypeId":"BIGINT","unitTypeName":"VARCHAR","buildingId":"BIGINT","buildingName":"VARCHAR"},"rate":{"rateCode":"VARCHAR","rateType":"VARCHAR"},"confirmedDate":"TIMESTAMPTZ","contractSignedDate":"TIMESTAMPTZ","lastStatusChangeDate":"TIMESTAMPTZ","cancelledDate":"DATE","extras":[{"roomStayExtraId":"BIGINT","extraId":"BIGINT","description":"VARCHAR","pricing":{"gross":"DECIMAL(18,4)","net":"DECIMAL(18,4)","vat":"DECIMAL(18,4)"}}],"channelId":"BIGINT","marketSegmentId":"BIGINT","currencyCode":"VARCHAR"}'{% endmacro %}

{% macro booking_row_fields(row) %}{% call names() %}
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
{% endcall %}{% endmacro %}

{% macro booking_row_text() %}'{"createdDate":"VARCHAR","roomStayId":"VARCHAR","bookingId":"VARCHAR","startDate":"VARCHAR","endDate":"VARCHAR","netAmount":"VARCHAR","vatAmount":"VARCHAR","bookingContact":{"id":"VARCHAR"},"unit":{"id":"VARCHAR","unitTypeId":"VARCHAR","buildingId":"VARCHAR"},"confirmedDate":"VARCHAR","contractSignedDate":"VARCHAR","lastStatusChangeDate":"VARCHAR","cancelledDate":"VARCHAR","extras":[{"roomStayExtraId":"VARCHAR","extraId":"VARCHAR","pricing":{"gross":"VARCHAR","net":"VARCHAR","vat":"VARCHAR"}}],"channelId":"VARCHAR","marketSegmentId":"VARCHAR"}'{% endmacro %}

{% macro booking_row_slips() %}{% call names() %}
    {{ any_of([
        slips('text."createdDate"', 'TIMESTAMPTZ'),
        slips('text."roomStayId"', 'BIGINT'),
        slips('text."bookingId"', 'BIGINT'),
        slips('text."startDate"', 'DATE'),
        slips('text."endDate"', 'DATE'),
        slips('text."netAmount"', 'DECIMAL(18,4)'),
        slips('text."vatAmount"', 'DECIMAL(18,4)'),
        slips('text."bookingContact"."id"', 'BIGINT'),
        slips('text."unit"."id"', 'BIGINT'),
        slips('text."unit"."unitTypeId"', 'BIGINT'),
        slips('text."unit"."buildingId"', 'BIGINT'),
        slips('text."confirmedDate"', 'TIMESTAMPTZ'),
        slips('text."contractSignedDate"', 'TIMESTAMPTZ'),
        slips('text."lastStatusChangeDate"', 'TIMESTAMPTZ'),
        slips('text."cancelledDate"', 'DATE'),
        any_in('text."extras"', 'item0', any_of([
            slips('item0."roomStayExtraId"', 'BIGINT'),
            slips('item0."extraId"', 'BIGINT'),
            slips('item0."pricing"."gross"', 'DECIMAL(18,4)'),
            slips('item0."pricing"."net"', 'DECIMAL(18,4)'),
            slips('item0."pricing"."vat"', 'DECIMAL(18,4)')
        ])),
        slips('text."channelId"', 'BIGINT'),
        slips('text."marketSegmentId"', 'BIGINT')
    ]) }}
{% endcall %}{% endmacro %}

{% macro booking_row_untyped() %}{% call names() %}
    {{ all_of([list_of([
        unless_typed('createdDate', 'text."createdDate"', 'TIMESTAMPTZ'),
        unless_typed('roomStayId', 'text."roomStayId"', 'BIGINT'),
        unless_typed('bookingId', 'text."bookingId"', 'BIGINT'),
        unless_typed('startDate', 'text."startDate"', 'DATE'),
        unless_typed('endDate', 'text."endDate"', 'DATE'),
        unless_typed('netAmount', 'text."netAmount"', 'DECIMAL(18,4)'),
        unless_typed('vatAmount', 'text."vatAmount"', 'DECIMAL(18,4)'),
        unless_typed('bookingContact.id', 'text."bookingContact"."id"', 'BIGINT'),
        unless_typed('unit.id', 'text."unit"."id"', 'BIGINT'),
        unless_typed('unit.unitTypeId', 'text."unit"."unitTypeId"', 'BIGINT'),
        unless_typed('unit.buildingId', 'text."unit"."buildingId"', 'BIGINT'),
        unless_typed('confirmedDate', 'text."confirmedDate"', 'TIMESTAMPTZ'),
        unless_typed('contractSignedDate', 'text."contractSignedDate"', 'TIMESTAMPTZ'),
        unless_typed('lastStatusChangeDate', 'text."lastStatusChangeDate"', 'TIMESTAMPTZ'),
        unless_typed('cancelledDate', 'text."cancelledDate"', 'DATE'),
        unless_typed('channelId', 'text."channelId"', 'BIGINT'),
        unless_typed('marketSegmentId', 'text."marketSegmentId"', 'BIGINT')
    ]), flatten_of('text."extras"', 'item0', list_of([
            unless_typed('extras.roomStayExtraId', 'item0."roomStayExtraId"', 'BIGINT'),
            unless_typed('extras.extraId', 'item0."extraId"', 'BIGINT'),
            unless_typed('extras.pricing.gross', 'item0."pricing"."gross"', 'DECIMAL(18,4)'),
            unless_typed('extras.pricing.net', 'item0."pricing"."net"', 'DECIMAL(18,4)'),
            unless_typed('extras.pricing.vat', 'item0."pricing"."vat"', 'DECIMAL(18,4)')
        ]))]) }}
{% endcall %}{% endmacro %}
