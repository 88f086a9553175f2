{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro booking_struct() %}'{"createdDate":"VARCHAR","id":"BIGINT","bookingReference":"VARCHAR","bookingContactId":"BIGINT","channelId":"BIGINT","marketSegmentId":"BIGINT","currencyCode":"VARCHAR","roomStays":[{"roomStayId":"BIGINT","roomStayStatus":"VARCHAR","bookingId":"BIGINT","bookingReference":"VARCHAR","startDate":"VARCHAR","endDate":"VARCHAR","netAmount":"DECIMAL(18,4)","vatAmount":"DECIMAL(18,4)","bookingContact":{"id":"BIGINT"},"unit":{"id":"BIGINT","unitTypeId":"BIGINT","unitTypeName":"VARCHAR","buildingId":"BIGINT","buildingName":"VARCHAR"},"rate":{"rateCode":"VARCHAR","rateType":"VARCHAR"},"confirmedDate":"VARCHAR","contractSignedDate":"VARCHAR","lastStatusChangeDate":"VARCHAR","cancelledDate":"VARCHAR","extras":[{"roomStayExtraId":"BIGINT","extraId":"BIGINT","description":"VARCHAR","pricing":{"gross":"DECIMAL(18,4)","net":"DECIMAL(18,4)","vat":"DECIMAL(18,4)"}}]}]}'{% endmacro %}

{% macro booking_fields(row) %}{% call names() %}
    {{ moment(row ~ '."createdDate"') }} as "created_date",
    {{ date_without_offset(row ~ '."createdDate"') }} as "created_date__on",
    {{ row }}."id" as "id",
    nullif({{ row }}."bookingReference", '') as "booking_reference",
    {{ row }}."bookingContactId" as "booking_contact_id",
    {{ row }}."channelId" as "channel_id",
    {{ row }}."marketSegmentId" as "market_segment_id",
    nullif({{ row }}."currencyCode", '') as "currency_code",
    {{ row }}."roomStays" as "room_stays"
{% endcall %}{% endmacro %}

{% macro room_stay_fields(row) %}{% call names() %}
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
    {{ row }}."extras" as "extras"
{% endcall %}{% endmacro %}

{% macro room_stay_extra_fields(row) %}{% call names() %}
    {{ row }}."roomStayExtraId" as "room_stay_extra_id",
    {{ row }}."extraId" as "extra_id",
    nullif({{ row }}."description", '') as "description",
    {{ row }}."pricing"."gross" as "pricing__gross",
    {{ row }}."pricing"."net" as "pricing__net",
    {{ row }}."pricing"."vat" as "pricing__vat"
{% endcall %}{% endmacro %}

{% macro booking_text() %}'{"createdDate":"VARCHAR","id":"VARCHAR","bookingContactId":"VARCHAR","channelId":"VARCHAR","marketSegmentId":"VARCHAR","roomStays":[{"roomStayId":"VARCHAR","bookingId":"VARCHAR","startDate":"VARCHAR","endDate":"VARCHAR","netAmount":"VARCHAR","vatAmount":"VARCHAR","bookingContact":{"id":"VARCHAR"},"unit":{"id":"VARCHAR","unitTypeId":"VARCHAR","buildingId":"VARCHAR"},"confirmedDate":"VARCHAR","contractSignedDate":"VARCHAR","lastStatusChangeDate":"VARCHAR","cancelledDate":"VARCHAR","extras":[{"roomStayExtraId":"VARCHAR","extraId":"VARCHAR","pricing":{"gross":"VARCHAR","net":"VARCHAR","vat":"VARCHAR"}}]}]}'{% endmacro %}

{% macro booking_slips() %}{% call names() %}
    {{ any_of([
        slips('"created_date"', 'text."createdDate"'),
        slips('"id"', 'text."id"'),
        slips('"booking_contact_id"', 'text."bookingContactId"'),
        slips('"channel_id"', 'text."channelId"'),
        slips('"market_segment_id"', 'text."marketSegmentId"'),
        slips_in('"room_stays"', 'text."roomStays"', 'item0', count_of([
            is_read('item0."roomStayId"'),
            is_read('item0."bookingId"'),
            is_read(date_in('item0."startDate"')),
            is_read(date_in('item0."endDate"')),
            is_read('item0."netAmount"'),
            is_read('item0."vatAmount"'),
            is_read('item0."bookingContact"."id"'),
            is_read('item0."unit"."id"'),
            is_read('item0."unit"."unitTypeId"'),
            is_read('item0."unit"."buildingId"'),
            is_read(moment('item0."confirmedDate"')),
            is_read(moment('item0."contractSignedDate"')),
            is_read(moment('item0."lastStatusChangeDate"')),
            is_read(date_in('item0."cancelledDate"'))
        ]) ~ ' + ' ~ sum_over('item0."extras"', 'item1', count_of([
                is_read('item1."roomStayExtraId"'),
                is_read('item1."extraId"'),
                is_read('item1."pricing"."gross"'),
                is_read('item1."pricing"."net"'),
                is_read('item1."pricing"."vat"')
            ])), count_of([
            is_written('item0."roomStayId"'),
            is_written('item0."bookingId"'),
            is_written('item0."startDate"'),
            is_written('item0."endDate"'),
            is_written('item0."netAmount"'),
            is_written('item0."vatAmount"'),
            is_written('item0."bookingContact"."id"'),
            is_written('item0."unit"."id"'),
            is_written('item0."unit"."unitTypeId"'),
            is_written('item0."unit"."buildingId"'),
            is_written('item0."confirmedDate"'),
            is_written('item0."contractSignedDate"'),
            is_written('item0."lastStatusChangeDate"'),
            is_written('item0."cancelledDate"')
        ]) ~ ' + ' ~ sum_over('item0."extras"', 'item1', count_of([
                is_written('item1."roomStayExtraId"'),
                is_written('item1."extraId"'),
                is_written('item1."pricing"."gross"'),
                is_written('item1."pricing"."net"'),
                is_written('item1."pricing"."vat"')
            ])))
    ]) }}
{% endcall %}{% endmacro %}

{% macro booking_untyped() %}{% call names() %}
    {{ all_of([list_of([
        unless_typed('createdDate', '"created_date"', 'text."createdDate"'),
        unless_typed('id', '"id"', 'text."id"'),
        unless_typed('bookingContactId', '"booking_contact_id"', 'text."bookingContactId"'),
        unless_typed('channelId', '"channel_id"', 'text."channelId"'),
        unless_typed('marketSegmentId', '"market_segment_id"', 'text."marketSegmentId"')
    ]), flatten_of('"room_stays"', 'text."roomStays"', 'item0', all_of([list_of([
            unless_typed('roomStays.roomStayId', read_of('item0') ~ '."roomStayId"', text_beside('item0') ~ '."roomStayId"'),
            unless_typed('roomStays.bookingId', read_of('item0') ~ '."bookingId"', text_beside('item0') ~ '."bookingId"'),
            unless_typed('roomStays.startDate', date_in(read_of('item0') ~ '."startDate"'), text_beside('item0') ~ '."startDate"'),
            unless_typed('roomStays.endDate', date_in(read_of('item0') ~ '."endDate"'), text_beside('item0') ~ '."endDate"'),
            unless_typed('roomStays.netAmount', read_of('item0') ~ '."netAmount"', text_beside('item0') ~ '."netAmount"'),
            unless_typed('roomStays.vatAmount', read_of('item0') ~ '."vatAmount"', text_beside('item0') ~ '."vatAmount"'),
            unless_typed('roomStays.bookingContact.id', read_of('item0') ~ '."bookingContact"."id"', text_beside('item0') ~ '."bookingContact"."id"'),
            unless_typed('roomStays.unit.id', read_of('item0') ~ '."unit"."id"', text_beside('item0') ~ '."unit"."id"'),
            unless_typed('roomStays.unit.unitTypeId', read_of('item0') ~ '."unit"."unitTypeId"', text_beside('item0') ~ '."unit"."unitTypeId"'),
            unless_typed('roomStays.unit.buildingId', read_of('item0') ~ '."unit"."buildingId"', text_beside('item0') ~ '."unit"."buildingId"'),
            unless_typed('roomStays.confirmedDate', moment(read_of('item0') ~ '."confirmedDate"'), text_beside('item0') ~ '."confirmedDate"'),
            unless_typed('roomStays.contractSignedDate', moment(read_of('item0') ~ '."contractSignedDate"'), text_beside('item0') ~ '."contractSignedDate"'),
            unless_typed('roomStays.lastStatusChangeDate', moment(read_of('item0') ~ '."lastStatusChangeDate"'), text_beside('item0') ~ '."lastStatusChangeDate"'),
            unless_typed('roomStays.cancelledDate', date_in(read_of('item0') ~ '."cancelledDate"'), text_beside('item0') ~ '."cancelledDate"')
        ]), flatten_of(read_of('item0') ~ '."extras"', text_beside('item0') ~ '."extras"', 'item1', list_of([
                unless_typed('roomStays.extras.roomStayExtraId', read_of('item1') ~ '."roomStayExtraId"', text_beside('item1') ~ '."roomStayExtraId"'),
                unless_typed('roomStays.extras.extraId', read_of('item1') ~ '."extraId"', text_beside('item1') ~ '."extraId"'),
                unless_typed('roomStays.extras.pricing.gross', read_of('item1') ~ '."pricing"."gross"', text_beside('item1') ~ '."pricing"."gross"'),
                unless_typed('roomStays.extras.pricing.net', read_of('item1') ~ '."pricing"."net"', text_beside('item1') ~ '."pricing"."net"'),
                unless_typed('roomStays.extras.pricing.vat', read_of('item1') ~ '."pricing"."vat"', text_beside('item1') ~ '."pricing"."vat"')
            ]))]))]) }}
{% endcall %}{% endmacro %}
