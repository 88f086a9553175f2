{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro booking_struct() %}'{"createdDate":"TIMESTAMPTZ","id":"BIGINT","bookingReference":"VARCHAR","bookingContactId":"BIGINT","channelId":"BIGINT","marketSegmentId":"BIGINT","currencyCode":"VARCHAR","roomStays":[{"roomStayId":"BIGINT","roomStayStatus":"VARCHAR","bookingId":"BIGINT","bookingReference":"VARCHAR","startDate":"DATE","endDate":"DATE","netAmount":"DECIMAL(18,4)","vatAmount":"DECIMAL(18,4)","bookingContact":{"id":"BIGINT"},"unit":{"id":"BIGINT","unitTypeId":"BIGINT","unitTypeName":"VARCHAR","buildingId":"BIGINT","buildingName":"VARCHAR"},"rate":{"rateCode":"VARCHAR","rateType":"VARCHAR"},"confirmedDate":"TIMESTAMPTZ","contractSignedDate":"TIMESTAMPTZ","lastStatusChangeDate":"TIMESTAMPTZ","cancelledDate":"DATE","extras":[{"roomStayExtraId":"BIGINT","extraId":"BIGINT","description":"VARCHAR","pricing":{"gross":"DECIMAL(18,4)","net":"DECIMAL(18,4)","vat":"DECIMAL(18,4)"}}]}]}'{% endmacro %}

{% macro booking_fields(row) %}{% call names() %}
    {{ row }}."createdDate" as "created_date",
    {{ row }}."id" as "id",
    {{ row }}."bookingReference" as "booking_reference",
    {{ row }}."bookingContactId" as "booking_contact_id",
    {{ row }}."channelId" as "channel_id",
    {{ row }}."marketSegmentId" as "market_segment_id",
    {{ row }}."currencyCode" as "currency_code",
    {{ row }}."roomStays" as "room_stays"
{% endcall %}{% endmacro %}

{% macro room_stay_struct() %}'{"roomStayId":"BIGINT","roomStayStatus":"VARCHAR","bookingId":"BIGINT","bookingReference":"VARCHAR","startDate":"DATE","endDate":"DATE","netAmount":"DECIMAL(18,4)","vatAmount":"DECIMAL(18,4)","bookingContact":{"id":"BIGINT"},"unit":{"id":"BIGINT","unitTypeId":"BIGINT","unitTypeName":"VARCHAR","buildingId":"BIGINT","buildingName":"VARCHAR"},"rate":{"rateCode":"VARCHAR","rateType":"VARCHAR"},"confirmedDate":"TIMESTAMPTZ","contractSignedDate":"TIMESTAMPTZ","lastStatusChangeDate":"TIMESTAMPTZ","cancelledDate":"DATE","extras":[{"roomStayExtraId":"BIGINT","extraId":"BIGINT","description":"VARCHAR","pricing":{"gross":"DECIMAL(18,4)","net":"DECIMAL(18,4)","vat":"DECIMAL(18,4)"}}]}'{% endmacro %}

{% macro room_stay_fields(row) %}{% call names() %}
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
{% endcall %}{% endmacro %}

{% macro room_stay_extra_struct() %}'{"roomStayExtraId":"BIGINT","extraId":"BIGINT","description":"VARCHAR","pricing":{"gross":"DECIMAL(18,4)","net":"DECIMAL(18,4)","vat":"DECIMAL(18,4)"}}'{% endmacro %}

{% macro room_stay_extra_fields(row) %}{% call names() %}
    {{ row }}."roomStayExtraId" as "room_stay_extra_id",
    {{ row }}."extraId" as "extra_id",
    {{ row }}."description" as "description",
    {{ row }}."pricing"."gross" as "pricing__gross",
    {{ row }}."pricing"."net" as "pricing__net",
    {{ row }}."pricing"."vat" as "pricing__vat"
{% endcall %}{% endmacro %}

{% macro booking_text() %}'{"createdDate":"VARCHAR","id":"VARCHAR","bookingContactId":"VARCHAR","channelId":"VARCHAR","marketSegmentId":"VARCHAR","roomStays":[{"roomStayId":"VARCHAR","bookingId":"VARCHAR","startDate":"VARCHAR","endDate":"VARCHAR","netAmount":"VARCHAR","vatAmount":"VARCHAR","bookingContact":{"id":"VARCHAR"},"unit":{"id":"VARCHAR","unitTypeId":"VARCHAR","buildingId":"VARCHAR"},"confirmedDate":"VARCHAR","contractSignedDate":"VARCHAR","lastStatusChangeDate":"VARCHAR","cancelledDate":"VARCHAR","extras":[{"roomStayExtraId":"VARCHAR","extraId":"VARCHAR","pricing":{"gross":"VARCHAR","net":"VARCHAR","vat":"VARCHAR"}}]}]}'{% endmacro %}

{% macro booking_slips() %}{% call names() %}
    {{ any_of([
        slips('text."createdDate"', 'TIMESTAMPTZ'),
        slips('text."id"', 'BIGINT'),
        slips('text."bookingContactId"', 'BIGINT'),
        slips('text."channelId"', 'BIGINT'),
        slips('text."marketSegmentId"', 'BIGINT'),
        any_in('text."roomStays"', 'item0', any_of([
            slips('item0."roomStayId"', 'BIGINT'),
            slips('item0."bookingId"', 'BIGINT'),
            slips('item0."startDate"', 'DATE'),
            slips('item0."endDate"', 'DATE'),
            slips('item0."netAmount"', 'DECIMAL(18,4)'),
            slips('item0."vatAmount"', 'DECIMAL(18,4)'),
            slips('item0."bookingContact"."id"', 'BIGINT'),
            slips('item0."unit"."id"', 'BIGINT'),
            slips('item0."unit"."unitTypeId"', 'BIGINT'),
            slips('item0."unit"."buildingId"', 'BIGINT'),
            slips('item0."confirmedDate"', 'TIMESTAMPTZ'),
            slips('item0."contractSignedDate"', 'TIMESTAMPTZ'),
            slips('item0."lastStatusChangeDate"', 'TIMESTAMPTZ'),
            slips('item0."cancelledDate"', 'DATE'),
            any_in('item0."extras"', 'item1', any_of([
                slips('item1."roomStayExtraId"', 'BIGINT'),
                slips('item1."extraId"', 'BIGINT'),
                slips('item1."pricing"."gross"', 'DECIMAL(18,4)'),
                slips('item1."pricing"."net"', 'DECIMAL(18,4)'),
                slips('item1."pricing"."vat"', 'DECIMAL(18,4)')
            ]))
        ]))
    ]) }}
{% endcall %}{% endmacro %}

{% macro booking_untyped() %}{% call names() %}
    {{ all_of([list_of([
        unless_typed('createdDate', 'text."createdDate"', 'TIMESTAMPTZ'),
        unless_typed('id', 'text."id"', 'BIGINT'),
        unless_typed('bookingContactId', 'text."bookingContactId"', 'BIGINT'),
        unless_typed('channelId', 'text."channelId"', 'BIGINT'),
        unless_typed('marketSegmentId', 'text."marketSegmentId"', 'BIGINT')
    ]), flatten_of('text."roomStays"', 'item0', all_of([list_of([
            unless_typed('roomStays.roomStayId', 'item0."roomStayId"', 'BIGINT'),
            unless_typed('roomStays.bookingId', 'item0."bookingId"', 'BIGINT'),
            unless_typed('roomStays.startDate', 'item0."startDate"', 'DATE'),
            unless_typed('roomStays.endDate', 'item0."endDate"', 'DATE'),
            unless_typed('roomStays.netAmount', 'item0."netAmount"', 'DECIMAL(18,4)'),
            unless_typed('roomStays.vatAmount', 'item0."vatAmount"', 'DECIMAL(18,4)'),
            unless_typed('roomStays.bookingContact.id', 'item0."bookingContact"."id"', 'BIGINT'),
            unless_typed('roomStays.unit.id', 'item0."unit"."id"', 'BIGINT'),
            unless_typed('roomStays.unit.unitTypeId', 'item0."unit"."unitTypeId"', 'BIGINT'),
            unless_typed('roomStays.unit.buildingId', 'item0."unit"."buildingId"', 'BIGINT'),
            unless_typed('roomStays.confirmedDate', 'item0."confirmedDate"', 'TIMESTAMPTZ'),
            unless_typed('roomStays.contractSignedDate', 'item0."contractSignedDate"', 'TIMESTAMPTZ'),
            unless_typed('roomStays.lastStatusChangeDate', 'item0."lastStatusChangeDate"', 'TIMESTAMPTZ'),
            unless_typed('roomStays.cancelledDate', 'item0."cancelledDate"', 'DATE')
        ]), flatten_of('item0."extras"', 'item1', list_of([
                unless_typed('roomStays.extras.roomStayExtraId', 'item1."roomStayExtraId"', 'BIGINT'),
                unless_typed('roomStays.extras.extraId', 'item1."extraId"', 'BIGINT'),
                unless_typed('roomStays.extras.pricing.gross', 'item1."pricing"."gross"', 'DECIMAL(18,4)'),
                unless_typed('roomStays.extras.pricing.net', 'item1."pricing"."net"', 'DECIMAL(18,4)'),
                unless_typed('roomStays.extras.pricing.vat', 'item1."pricing"."vat"', 'DECIMAL(18,4)')
            ]))]))]) }}
{% endcall %}{% endmacro %}
