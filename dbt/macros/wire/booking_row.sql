{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro booking_row_struct() %}'{"createdDate":"VARCHAR","roomStayId":"BIGINT","roomStayStatus":"VARCHAR","bookingId":"BIGINT","bookingReference":"VARCHAR","startDate":"VARCHAR","endDate":"VARCHAR","netAmount":"DECIMAL(18,4)","vatAmount":"DECIMAL(18,4)","bookingContact":{"id":"BIGINT"},"unit":{"id":"BIGINT","unitTypeId":"BIGINT","unitTypeName":"VARCHAR","buildingId":"BIGINT","buildingName":"VARCHAR"},"rate":{"rateCode":"VARCHAR","rateType":"VARCHAR"},"confirmedDate":"VARCHAR","contractSignedDate":"VARCHAR","lastStatusChangeDate":"VARCHAR","cancelledDate":"VARCHAR","extras":[{"roomStayExtraId":"BIGINT","extraId":"BIGINT","description":"VARCHAR","pricing":{"gross":"DECIMAL(18,4)","net":"DECIMAL(18,4)","vat":"DECIMAL(18,4)"}}],"channelId":"BIGINT","marketSegmentId":"BIGINT","currencyCode":"VARCHAR"}'{% endmacro %}

{% macro booking_row_fields(row) %}{% call names() %}
    {{ moment(row ~ '."createdDate"') }} as "created_date",
    {{ date_without_offset(row ~ '."createdDate"') }} as "created_date__on",
    {{ row }}."roomStayId" as "room_stay_id",
    nullif({{ row }}."roomStayStatus", '') as "room_stay_status",
    {{ row }}."bookingId" as "booking_id",
    nullif({{ row }}."bookingReference", '') as "booking_reference",
    {{ date_in(row ~ '."startDate"') }} as "start_date",
    {{ date_in(row ~ '."endDate"') }} as "end_date",
    {{ row }}."netAmount" as "net_amount",
    {{ row }}."vatAmount" as "vat_amount",
    {{ row }}."bookingContact"."id" as "booking_contact__id",
    {{ row }}."unit"."id" as "unit__id",
    {{ row }}."unit"."unitTypeId" as "unit__unit_type_id",
    nullif({{ row }}."unit"."unitTypeName", '') as "unit__unit_type_name",
    {{ row }}."unit"."buildingId" as "unit__building_id",
    nullif({{ row }}."unit"."buildingName", '') as "unit__building_name",
    nullif({{ row }}."rate"."rateCode", '') as "rate__rate_code",
    nullif({{ row }}."rate"."rateType", '') as "rate__rate_type",
    {{ moment(row ~ '."confirmedDate"') }} as "confirmed_date",
    {{ date_without_offset(row ~ '."confirmedDate"') }} as "confirmed_date__on",
    {{ moment(row ~ '."contractSignedDate"') }} as "contract_signed_date",
    {{ date_without_offset(row ~ '."contractSignedDate"') }} as "contract_signed_date__on",
    {{ moment(row ~ '."lastStatusChangeDate"') }} as "last_status_change_date",
    {{ date_without_offset(row ~ '."lastStatusChangeDate"') }} as "last_status_change_date__on",
    {{ date_in(row ~ '."cancelledDate"') }} as "cancelled_date",
    {{ row }}."extras" as "extras",
    {{ row }}."channelId" as "channel_id",
    {{ row }}."marketSegmentId" as "market_segment_id",
    nullif({{ row }}."currencyCode", '') as "currency_code"
{% endcall %}{% endmacro %}

{% macro booking_row_text() %}'{"createdDate":"VARCHAR","roomStayId":"VARCHAR","bookingId":"VARCHAR","startDate":"VARCHAR","endDate":"VARCHAR","netAmount":"VARCHAR","vatAmount":"VARCHAR","bookingContact":{"id":"VARCHAR"},"unit":{"id":"VARCHAR","unitTypeId":"VARCHAR","buildingId":"VARCHAR"},"confirmedDate":"VARCHAR","contractSignedDate":"VARCHAR","lastStatusChangeDate":"VARCHAR","cancelledDate":"VARCHAR","extras":[{"roomStayExtraId":"VARCHAR","extraId":"VARCHAR","pricing":{"gross":"VARCHAR","net":"VARCHAR","vat":"VARCHAR"}}],"channelId":"VARCHAR","marketSegmentId":"VARCHAR"}'{% endmacro %}

{% macro booking_row_slips() %}{% call names() %}
    {{ any_of([
        slips(moment('record."createdDate"'), 'text."createdDate"'),
        slips('record."roomStayId"', 'text."roomStayId"'),
        slips('record."bookingId"', 'text."bookingId"'),
        slips(date_in('record."startDate"'), 'text."startDate"'),
        slips(date_in('record."endDate"'), 'text."endDate"'),
        slips('record."netAmount"', 'text."netAmount"'),
        slips('record."vatAmount"', 'text."vatAmount"'),
        slips('record."bookingContact"."id"', 'text."bookingContact"."id"'),
        slips('record."unit"."id"', 'text."unit"."id"'),
        slips('record."unit"."unitTypeId"', 'text."unit"."unitTypeId"'),
        slips('record."unit"."buildingId"', 'text."unit"."buildingId"'),
        slips(moment('record."confirmedDate"'), 'text."confirmedDate"'),
        slips(moment('record."contractSignedDate"'), 'text."contractSignedDate"'),
        slips(moment('record."lastStatusChangeDate"'), 'text."lastStatusChangeDate"'),
        slips(date_in('record."cancelledDate"'), 'text."cancelledDate"'),
        slips_in('record."extras"', 'text."extras"', 'item0', count_of([
            is_read('item0."roomStayExtraId"'),
            is_read('item0."extraId"'),
            is_read('item0."pricing"."gross"'),
            is_read('item0."pricing"."net"'),
            is_read('item0."pricing"."vat"')
        ]), count_of([
            is_written('item0."roomStayExtraId"'),
            is_written('item0."extraId"'),
            is_written('item0."pricing"."gross"'),
            is_written('item0."pricing"."net"'),
            is_written('item0."pricing"."vat"')
        ])),
        slips('record."channelId"', 'text."channelId"'),
        slips('record."marketSegmentId"', 'text."marketSegmentId"')
    ]) }}
{% endcall %}{% endmacro %}

{% macro booking_row_untyped() %}{% call names() %}
    {{ all_of([list_of([
        unless_typed('createdDate', moment('record."createdDate"'), 'text."createdDate"'),
        unless_typed('roomStayId', 'record."roomStayId"', 'text."roomStayId"'),
        unless_typed('bookingId', 'record."bookingId"', 'text."bookingId"'),
        unless_typed('startDate', date_in('record."startDate"'), 'text."startDate"'),
        unless_typed('endDate', date_in('record."endDate"'), 'text."endDate"'),
        unless_typed('netAmount', 'record."netAmount"', 'text."netAmount"'),
        unless_typed('vatAmount', 'record."vatAmount"', 'text."vatAmount"'),
        unless_typed('bookingContact.id', 'record."bookingContact"."id"', 'text."bookingContact"."id"'),
        unless_typed('unit.id', 'record."unit"."id"', 'text."unit"."id"'),
        unless_typed('unit.unitTypeId', 'record."unit"."unitTypeId"', 'text."unit"."unitTypeId"'),
        unless_typed('unit.buildingId', 'record."unit"."buildingId"', 'text."unit"."buildingId"'),
        unless_typed('confirmedDate', moment('record."confirmedDate"'), 'text."confirmedDate"'),
        unless_typed('contractSignedDate', moment('record."contractSignedDate"'), 'text."contractSignedDate"'),
        unless_typed('lastStatusChangeDate', moment('record."lastStatusChangeDate"'), 'text."lastStatusChangeDate"'),
        unless_typed('cancelledDate', date_in('record."cancelledDate"'), 'text."cancelledDate"'),
        unless_typed('channelId', 'record."channelId"', 'text."channelId"'),
        unless_typed('marketSegmentId', 'record."marketSegmentId"', 'text."marketSegmentId"')
    ]), flatten_of('record."extras"', 'text."extras"', 'item0', list_of([
            unless_typed('extras.roomStayExtraId', read_of('item0') ~ '."roomStayExtraId"', text_beside('item0') ~ '."roomStayExtraId"'),
            unless_typed('extras.extraId', read_of('item0') ~ '."extraId"', text_beside('item0') ~ '."extraId"'),
            unless_typed('extras.pricing.gross', read_of('item0') ~ '."pricing"."gross"', text_beside('item0') ~ '."pricing"."gross"'),
            unless_typed('extras.pricing.net', read_of('item0') ~ '."pricing"."net"', text_beside('item0') ~ '."pricing"."net"'),
            unless_typed('extras.pricing.vat', read_of('item0') ~ '."pricing"."vat"', text_beside('item0') ~ '."pricing"."vat"')
        ]))]) }}
{% endcall %}{% endmacro %}
