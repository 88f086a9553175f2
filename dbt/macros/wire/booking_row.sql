{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro booking_row_struct() %}'{"createdDate":"VARCHAR","roomStayId":"BIGINT","roomStayStatus":"VARCHAR","bookingId":"BIGINT","bookingReference":"VARCHAR","startDate":"VARCHAR","endDate":"VARCHAR","netAmount":"DECIMAL(17,4)","vatAmount":"DECIMAL(17,4)","bookingContact":{"id":"BIGINT"},"unit":{"id":"BIGINT","unitTypeId":"BIGINT","unitTypeName":"VARCHAR","buildingId":"BIGINT","buildingName":"VARCHAR"},"rate":{"rateCode":"VARCHAR","rateType":"VARCHAR"},"confirmedDate":"VARCHAR","contractSignedDate":"VARCHAR","lastStatusChangeDate":"VARCHAR","cancelledDate":"VARCHAR","extras":[{"roomStayExtraId":"BIGINT","extraId":"BIGINT","description":"VARCHAR","pricing":{"gross":"DECIMAL(17,4)","net":"DECIMAL(17,4)","vat":"DECIMAL(17,4)"}}],"channelId":"BIGINT","marketSegmentId":"BIGINT","currencyCode":"VARCHAR"}'{% endmacro %}

{% macro booking_row_fields(row) %}{% call names() %}
    {{ moment(row ~ '."createdDate"') }} as "created_date",
    {{ date_without_offset(row ~ '."createdDate"') }} as "created_date__on",
    {{ row }}."roomStayId" as "room_stay_id",
    nullif({{ row }}."roomStayStatus", '') as "room_stay_status",
    {{ reference(row ~ '."bookingId"') }} as "booking_id",
    nullif({{ row }}."bookingReference", '') as "booking_reference",
    {{ date_in(row ~ '."startDate"') }} as "start_date",
    {{ date_in(row ~ '."endDate"') }} as "end_date",
    {{ row }}."netAmount" as "net_amount",
    {{ row }}."vatAmount" as "vat_amount",
    {{ reference(row ~ '."bookingContact"."id"') }} as "booking_contact__id",
    {{ reference(row ~ '."unit"."id"') }} as "unit__id",
    {{ reference(row ~ '."unit"."unitTypeId"') }} as "unit__unit_type_id",
    nullif({{ row }}."unit"."unitTypeName", '') as "unit__unit_type_name",
    {{ reference(row ~ '."unit"."buildingId"') }} as "unit__building_id",
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
    {{ reference(row ~ '."channelId"') }} as "channel_id",
    {{ reference(row ~ '."marketSegmentId"') }} as "market_segment_id",
    nullif({{ row }}."currencyCode", '') as "currency_code"
{% endcall %}{% endmacro %}

{% macro booking_row_text() %}'{"createdDate":"VARCHAR","roomStayId":"VARCHAR","bookingId":"VARCHAR","startDate":"VARCHAR","endDate":"VARCHAR","netAmount":"VARCHAR","vatAmount":"VARCHAR","bookingContact":{"id":"VARCHAR"},"unit":{"id":"VARCHAR","unitTypeId":"VARCHAR","buildingId":"VARCHAR"},"confirmedDate":"VARCHAR","contractSignedDate":"VARCHAR","lastStatusChangeDate":"VARCHAR","cancelledDate":"VARCHAR","extras":[{"roomStayExtraId":"VARCHAR","extraId":"VARCHAR","pricing":{"gross":"VARCHAR","net":"VARCHAR","vat":"VARCHAR"}}],"channelId":"VARCHAR","marketSegmentId":"VARCHAR"}'{% endmacro %}

{% macro booking_row_slips() %}{% call names() %}
    {{ any_of([
        slips('"created_date"', 'text."createdDate"'),
        slips('"room_stay_id"', 'text."roomStayId"'),
        slips('"booking_id"', reference_text('text."bookingId"')),
        slips('"start_date"', 'text."startDate"'),
        slips('"end_date"', 'text."endDate"'),
        slips('"net_amount"', 'text."netAmount"'),
        slips('"vat_amount"', 'text."vatAmount"'),
        slips('"booking_contact__id"', reference_text('text."bookingContact"."id"')),
        slips('"unit__id"', reference_text('text."unit"."id"')),
        slips('"unit__unit_type_id"', reference_text('text."unit"."unitTypeId"')),
        slips('"unit__building_id"', reference_text('text."unit"."buildingId"')),
        slips('"confirmed_date"', 'text."confirmedDate"'),
        slips('"contract_signed_date"', 'text."contractSignedDate"'),
        slips('"last_status_change_date"', 'text."lastStatusChangeDate"'),
        slips('"cancelled_date"', 'text."cancelledDate"'),
        slips_in('"extras"', 'text."extras"', 'item0', count_of([
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
        slips('"channel_id"', reference_text('text."channelId"')),
        slips('"market_segment_id"', reference_text('text."marketSegmentId"'))
    ]) }}
{% endcall %}{% endmacro %}

{% macro booking_row_untyped() %}{% call names() %}
    {{ unread(all_of([list_of([
        field_of('createdDate', 'text."createdDate"', '"created_date"'),
        field_of('roomStayId', 'text."roomStayId"', '"room_stay_id"'),
        field_of('bookingId', reference_text('text."bookingId"'), '"booking_id"'),
        field_of('startDate', 'text."startDate"', '"start_date"'),
        field_of('endDate', 'text."endDate"', '"end_date"'),
        field_of('netAmount', 'text."netAmount"', '"net_amount"'),
        field_of('vatAmount', 'text."vatAmount"', '"vat_amount"'),
        field_of('bookingContact.id', reference_text('text."bookingContact"."id"'), '"booking_contact__id"'),
        field_of('unit.id', reference_text('text."unit"."id"'), '"unit__id"'),
        field_of('unit.unitTypeId', reference_text('text."unit"."unitTypeId"'), '"unit__unit_type_id"'),
        field_of('unit.buildingId', reference_text('text."unit"."buildingId"'), '"unit__building_id"'),
        field_of('confirmedDate', 'text."confirmedDate"', '"confirmed_date"'),
        field_of('contractSignedDate', 'text."contractSignedDate"', '"contract_signed_date"'),
        field_of('lastStatusChangeDate', 'text."lastStatusChangeDate"', '"last_status_change_date"'),
        field_of('cancelledDate', 'text."cancelledDate"', '"cancelled_date"'),
        field_of('channelId', reference_text('text."channelId"'), '"channel_id"'),
        field_of('marketSegmentId', reference_text('text."marketSegmentId"'), '"market_segment_id"')
    ]), flatten_of('"extras"', 'text."extras"', 'item0', list_of([
            field_of('extras.roomStayExtraId', text_beside('item0') ~ '."roomStayExtraId"', read_of('item0') ~ '."roomStayExtraId"'),
            field_of('extras.extraId', text_beside('item0') ~ '."extraId"', read_of('item0') ~ '."extraId"'),
            field_of('extras.pricing.gross', text_beside('item0') ~ '."pricing"."gross"', read_of('item0') ~ '."pricing"."gross"'),
            field_of('extras.pricing.net', text_beside('item0') ~ '."pricing"."net"', read_of('item0') ~ '."pricing"."net"'),
            field_of('extras.pricing.vat', text_beside('item0') ~ '."pricing"."vat"', read_of('item0') ~ '."pricing"."vat"')
        ]))])) }}
{% endcall %}{% endmacro %}
