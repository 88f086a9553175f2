{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro booking_struct() %}'{"createdDate":"VARCHAR","id":"BIGINT","bookingReference":"VARCHAR","bookingContactId":"BIGINT","channelId":"BIGINT","marketSegmentId":"BIGINT","currencyCode":"VARCHAR","roomStays":[{"createdDate":"VARCHAR","roomStayId":"BIGINT","roomStayStatus":"VARCHAR","bookingId":"BIGINT","bookingReference":"VARCHAR","startDate":"VARCHAR","endDate":"VARCHAR","netAmount":"DECIMAL(17,4)","vatAmount":"DECIMAL(17,4)","bookingContact":{"id":"BIGINT"},"unit":{"id":"BIGINT","unitTypeId":"BIGINT","unitTypeName":"VARCHAR","buildingId":"BIGINT","buildingName":"VARCHAR"},"rate":{"rateCode":"VARCHAR","rateType":"VARCHAR"},"confirmedDate":"VARCHAR","contractSignedDate":"VARCHAR","lastStatusChangeDate":"VARCHAR","cancelledDate":"VARCHAR","extras":[{"roomStayExtraId":"BIGINT","extraId":"BIGINT","description":"VARCHAR","pricing":{"gross":"DECIMAL(17,4)","net":"DECIMAL(17,4)","vat":"DECIMAL(17,4)"}}]}]}'{% endmacro %}

{% macro booking_fields(row) %}{% call names() %}
    {{ moment(row ~ '."createdDate"') }} as "created_date",
    {{ date_without_offset(row ~ '."createdDate"') }} as "created_date__on",
    {{ row }}."id" as "id",
    nullif({{ row }}."bookingReference", '') as "booking_reference",
    {{ reference(row ~ '."bookingContactId"') }} as "booking_contact_id",
    {{ reference(row ~ '."channelId"') }} as "channel_id",
    {{ reference(row ~ '."marketSegmentId"') }} as "market_segment_id",
    nullif({{ row }}."currencyCode", '') as "currency_code",
    {{ row }}."roomStays" as "room_stays"
{% endcall %}{% endmacro %}

{% macro room_stay_fields(row) %}{% call names() %}
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
    {{ row }}."extras" as "extras"
{% endcall %}{% endmacro %}

{% macro room_stay_extra_fields(row) %}{% call names() %}
    {{ row }}."roomStayExtraId" as "room_stay_extra_id",
    {{ reference(row ~ '."extraId"') }} as "extra_id",
    nullif({{ row }}."description", '') as "description",
    {{ row }}."pricing"."gross" as "pricing__gross",
    {{ row }}."pricing"."net" as "pricing__net",
    {{ row }}."pricing"."vat" as "pricing__vat"
{% endcall %}{% endmacro %}

{% macro booking_text() %}'{"createdDate":"VARCHAR","id":"VARCHAR","bookingContactId":"VARCHAR","channelId":"VARCHAR","marketSegmentId":"VARCHAR","roomStays":[{"createdDate":"VARCHAR","roomStayId":"VARCHAR","bookingId":"VARCHAR","startDate":"VARCHAR","endDate":"VARCHAR","netAmount":"VARCHAR","vatAmount":"VARCHAR","bookingContact":{"id":"VARCHAR"},"unit":{"id":"VARCHAR","unitTypeId":"VARCHAR","buildingId":"VARCHAR"},"confirmedDate":"VARCHAR","contractSignedDate":"VARCHAR","lastStatusChangeDate":"VARCHAR","cancelledDate":"VARCHAR","extras":[{"roomStayExtraId":"VARCHAR","extraId":"VARCHAR","pricing":{"gross":"VARCHAR","net":"VARCHAR","vat":"VARCHAR"}}]}]}'{% endmacro %}

{% macro booking_slips() %}{% call names() %}
    {{ any_of([
        slips('"created_date"', 'text."createdDate"'),
        slips('"id"', 'text."id"'),
        slips('"booking_contact_id"', reference_text('text."bookingContactId"')),
        slips('"channel_id"', reference_text('text."channelId"')),
        slips('"market_segment_id"', reference_text('text."marketSegmentId"')),
        slips_in('"room_stays"', 'text."roomStays"', 'item0', count_of([
            is_read(moment('item0."createdDate"')),
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
            is_written('item0."createdDate"'),
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
    {{ unread(all_of([list_of([
        field_of('createdDate', 'text."createdDate"', '"created_date"'),
        field_of('id', 'text."id"', '"id"'),
        field_of('bookingContactId', reference_text('text."bookingContactId"'), '"booking_contact_id"'),
        field_of('channelId', reference_text('text."channelId"'), '"channel_id"'),
        field_of('marketSegmentId', reference_text('text."marketSegmentId"'), '"market_segment_id"')
    ]), flatten_of('"room_stays"', 'text."roomStays"', 'item0', all_of([list_of([
            field_of('roomStays.createdDate', text_beside('item0') ~ '."createdDate"', moment(read_of('item0') ~ '."createdDate"')),
            field_of('roomStays.roomStayId', text_beside('item0') ~ '."roomStayId"', read_of('item0') ~ '."roomStayId"'),
            field_of('roomStays.bookingId', text_beside('item0') ~ '."bookingId"', read_of('item0') ~ '."bookingId"'),
            field_of('roomStays.startDate', text_beside('item0') ~ '."startDate"'),
            field_of('roomStays.endDate', text_beside('item0') ~ '."endDate"'),
            field_of('roomStays.netAmount', text_beside('item0') ~ '."netAmount"', read_of('item0') ~ '."netAmount"'),
            field_of('roomStays.vatAmount', text_beside('item0') ~ '."vatAmount"', read_of('item0') ~ '."vatAmount"'),
            field_of('roomStays.bookingContact.id', text_beside('item0') ~ '."bookingContact"."id"', read_of('item0') ~ '."bookingContact"."id"'),
            field_of('roomStays.unit.id', text_beside('item0') ~ '."unit"."id"', read_of('item0') ~ '."unit"."id"'),
            field_of('roomStays.unit.unitTypeId', text_beside('item0') ~ '."unit"."unitTypeId"', read_of('item0') ~ '."unit"."unitTypeId"'),
            field_of('roomStays.unit.buildingId', text_beside('item0') ~ '."unit"."buildingId"', read_of('item0') ~ '."unit"."buildingId"'),
            field_of('roomStays.confirmedDate', text_beside('item0') ~ '."confirmedDate"', moment(read_of('item0') ~ '."confirmedDate"')),
            field_of('roomStays.contractSignedDate', text_beside('item0') ~ '."contractSignedDate"', moment(read_of('item0') ~ '."contractSignedDate"')),
            field_of('roomStays.lastStatusChangeDate', text_beside('item0') ~ '."lastStatusChangeDate"', moment(read_of('item0') ~ '."lastStatusChangeDate"')),
            field_of('roomStays.cancelledDate', text_beside('item0') ~ '."cancelledDate"')
        ]), flatten_of(read_of('item0') ~ '."extras"', text_beside('item0') ~ '."extras"', 'item1', list_of([
                field_of('roomStays.extras.roomStayExtraId', text_beside('item1') ~ '."roomStayExtraId"', read_of('item1') ~ '."roomStayExtraId"'),
                field_of('roomStays.extras.extraId', text_beside('item1') ~ '."extraId"', read_of('item1') ~ '."extraId"'),
                field_of('roomStays.extras.pricing.gross', text_beside('item1') ~ '."pricing"."gross"', read_of('item1') ~ '."pricing"."gross"'),
                field_of('roomStays.extras.pricing.net', text_beside('item1') ~ '."pricing"."net"', read_of('item1') ~ '."pricing"."net"'),
                field_of('roomStays.extras.pricing.vat', text_beside('item1') ~ '."pricing"."vat"', read_of('item1') ~ '."pricing"."vat"')
            ]))]))]), dates=true) }}
{% endcall %}{% endmacro %}
