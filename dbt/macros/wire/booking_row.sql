{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro booking_row_struct() %}'{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","roomStayId":"BIGINT","roomStayStatus":"VARCHAR","bookingId":"BIGINT","bookingReference":"VARCHAR","startDate":"DATE","endDate":"DATE","netAmount":"DECIMAL(18,4)","vatAmount":"DECIMAL(18,4)","bookingContact":{"id":"BIGINT","firstName":"VARCHAR","lastName":"VARCHAR","emailAddress":"VARCHAR"},"unit":{"id":"BIGINT","name":"VARCHAR","unitTypeId":"BIGINT","unitTypeName":"VARCHAR","buildingId":"BIGINT","buildingName":"VARCHAR"},"numberOfAdults":"BIGINT","numberOfChildren":"BIGINT","numberOfInfants":"BIGINT","rate":{"id":"BIGINT","name":"VARCHAR","rateCode":"VARCHAR","rateType":"VARCHAR"},"originalRate":"DECIMAL(18,4)","discountDailyRate":"DECIMAL(18,4)","conversionDate":"TIMESTAMPTZ","confirmedDate":"TIMESTAMPTZ","contractSignedDate":"TIMESTAMPTZ","lastStatusChangeDate":"TIMESTAMPTZ","cancelledDate":"DATE","extras":[{"roomStayExtraId":"BIGINT","extraId":"BIGINT","description":"VARCHAR","billingFrequencyId":"BIGINT","pricing":{"gross":"DECIMAL(18,4)","net":"DECIMAL(18,4)","vat":"DECIMAL(18,4)"}}],"channelId":"BIGINT","marketSegmentId":"BIGINT","currencyCode":"VARCHAR"}'{% endmacro %}

{% macro booking_row_fields(row) %}
    {{ row }}."createdDate" as "created_date",
    {{ row }}."lastModifiedDate" as "last_modified_date",
    {{ row }}."roomStayId" as "room_stay_id",
    {{ row }}."roomStayStatus" as "room_stay_status",
    {{ row }}."bookingId" as "booking_id",
    {{ row }}."bookingReference" as "booking_reference",
    {{ row }}."startDate" as "start_date",
    {{ row }}."endDate" as "end_date",
    {{ row }}."netAmount" as "net_amount",
    {{ row }}."vatAmount" as "vat_amount",
    {{ row }}."bookingContact"."id" as "booking_contact__id",
    {{ row }}."bookingContact"."firstName" as "booking_contact__first_name",
    {{ row }}."bookingContact"."lastName" as "booking_contact__last_name",
    {{ row }}."bookingContact"."emailAddress" as "booking_contact__email_address",
    {{ row }}."unit"."id" as "unit__id",
    {{ row }}."unit"."name" as "unit__name",
    {{ row }}."unit"."unitTypeId" as "unit__unit_type_id",
    {{ row }}."unit"."unitTypeName" as "unit__unit_type_name",
    {{ row }}."unit"."buildingId" as "unit__building_id",
    {{ row }}."unit"."buildingName" as "unit__building_name",
    {{ row }}."numberOfAdults" as "number_of_adults",
    {{ row }}."numberOfChildren" as "number_of_children",
    {{ row }}."numberOfInfants" as "number_of_infants",
    {{ row }}."rate"."id" as "rate__id",
    {{ row }}."rate"."name" as "rate__name",
    {{ row }}."rate"."rateCode" as "rate__rate_code",
    {{ row }}."rate"."rateType" as "rate__rate_type",
    {{ row }}."originalRate" as "original_rate",
    {{ row }}."discountDailyRate" as "discount_daily_rate",
    {{ row }}."conversionDate" as "conversion_date",
    {{ row }}."confirmedDate" as "confirmed_date",
    {{ row }}."contractSignedDate" as "contract_signed_date",
    {{ row }}."lastStatusChangeDate" as "last_status_change_date",
    {{ row }}."cancelledDate" as "cancelled_date",
    {{ row }}."extras" as "extras",
    {{ row }}."channelId" as "channel_id",
    {{ row }}."marketSegmentId" as "market_segment_id",
    {{ row }}."currencyCode" as "currency_code"
{% endmacro %}

{% macro booking_row_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","roomStayId":"VARCHAR","bookingId":"VARCHAR","startDate":"VARCHAR","endDate":"VARCHAR","netAmount":"VARCHAR","vatAmount":"VARCHAR","bookingContact":{"id":"VARCHAR"},"unit":{"id":"VARCHAR","unitTypeId":"VARCHAR","buildingId":"VARCHAR"},"numberOfAdults":"VARCHAR","numberOfChildren":"VARCHAR","numberOfInfants":"VARCHAR","rate":{"id":"VARCHAR"},"originalRate":"VARCHAR","discountDailyRate":"VARCHAR","conversionDate":"VARCHAR","confirmedDate":"VARCHAR","contractSignedDate":"VARCHAR","lastStatusChangeDate":"VARCHAR","cancelledDate":"VARCHAR","extras":[{"roomStayExtraId":"VARCHAR","extraId":"VARCHAR","billingFrequencyId":"VARCHAR","pricing":{"gross":"VARCHAR","net":"VARCHAR","vat":"VARCHAR"}}],"channelId":"VARCHAR","marketSegmentId":"VARCHAR"}'{% endmacro %}

{% macro booking_row_slips() %}
    {{ slips('text."createdDate"', 'TIMESTAMPTZ') }}
    or {{ slips('text."lastModifiedDate"', 'TIMESTAMPTZ') }}
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
    or {{ slips('text."numberOfAdults"', 'BIGINT') }}
    or {{ slips('text."numberOfChildren"', 'BIGINT') }}
    or {{ slips('text."numberOfInfants"', 'BIGINT') }}
    or {{ slips('text."rate"."id"', 'BIGINT') }}
    or {{ slips('text."originalRate"', 'DECIMAL(18,4)') }}
    or {{ slips('text."discountDailyRate"', 'DECIMAL(18,4)') }}
    or {{ slips('text."conversionDate"', 'TIMESTAMPTZ') }}
    or {{ slips('text."confirmedDate"', 'TIMESTAMPTZ') }}
    or {{ slips('text."contractSignedDate"', 'TIMESTAMPTZ') }}
    or {{ slips('text."lastStatusChangeDate"', 'TIMESTAMPTZ') }}
    or {{ slips('text."cancelledDate"', 'DATE') }}
    or len(list_filter(text."extras", lambda item0:
        {{ slips('item0."roomStayExtraId"', 'BIGINT') }}
        or {{ slips('item0."extraId"', 'BIGINT') }}
        or {{ slips('item0."billingFrequencyId"', 'BIGINT') }}
        or {{ slips('item0."pricing"."gross"', 'DECIMAL(18,4)') }}
        or {{ slips('item0."pricing"."net"', 'DECIMAL(18,4)') }}
        or {{ slips('item0."pricing"."vat"', 'DECIMAL(18,4)') }})) > 0
    or {{ slips('text."channelId"', 'BIGINT') }}
    or {{ slips('text."marketSegmentId"', 'BIGINT') }}
{% endmacro %}

{% macro booking_row_untyped() %}
    list_concat([
        {'field': 'createdDate', 'raw_value': {{ unless_typed('text."createdDate"', 'TIMESTAMPTZ') }}},
        {'field': 'lastModifiedDate', 'raw_value': {{ unless_typed('text."lastModifiedDate"', 'TIMESTAMPTZ') }}},
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
        {'field': 'numberOfAdults', 'raw_value': {{ unless_typed('text."numberOfAdults"', 'BIGINT') }}},
        {'field': 'numberOfChildren', 'raw_value': {{ unless_typed('text."numberOfChildren"', 'BIGINT') }}},
        {'field': 'numberOfInfants', 'raw_value': {{ unless_typed('text."numberOfInfants"', 'BIGINT') }}},
        {'field': 'rate.id', 'raw_value': {{ unless_typed('text."rate"."id"', 'BIGINT') }}},
        {'field': 'originalRate', 'raw_value': {{ unless_typed('text."originalRate"', 'DECIMAL(18,4)') }}},
        {'field': 'discountDailyRate', 'raw_value': {{ unless_typed('text."discountDailyRate"', 'DECIMAL(18,4)') }}},
        {'field': 'conversionDate', 'raw_value': {{ unless_typed('text."conversionDate"', 'TIMESTAMPTZ') }}},
        {'field': 'confirmedDate', 'raw_value': {{ unless_typed('text."confirmedDate"', 'TIMESTAMPTZ') }}},
        {'field': 'contractSignedDate', 'raw_value': {{ unless_typed('text."contractSignedDate"', 'TIMESTAMPTZ') }}},
        {'field': 'lastStatusChangeDate', 'raw_value': {{ unless_typed('text."lastStatusChangeDate"', 'TIMESTAMPTZ') }}},
        {'field': 'cancelledDate', 'raw_value': {{ unless_typed('text."cancelledDate"', 'DATE') }}},
        {'field': 'channelId', 'raw_value': {{ unless_typed('text."channelId"', 'BIGINT') }}},
        {'field': 'marketSegmentId', 'raw_value': {{ unless_typed('text."marketSegmentId"', 'BIGINT') }}}
    ], flatten(list_transform(text."extras", lambda item0: [
            {'field': 'extras.roomStayExtraId', 'raw_value': {{ unless_typed('item0."roomStayExtraId"', 'BIGINT') }}},
            {'field': 'extras.extraId', 'raw_value': {{ unless_typed('item0."extraId"', 'BIGINT') }}},
            {'field': 'extras.billingFrequencyId', 'raw_value': {{ unless_typed('item0."billingFrequencyId"', 'BIGINT') }}},
            {'field': 'extras.pricing.gross', 'raw_value': {{ unless_typed('item0."pricing"."gross"', 'DECIMAL(18,4)') }}},
            {'field': 'extras.pricing.net', 'raw_value': {{ unless_typed('item0."pricing"."net"', 'DECIMAL(18,4)') }}},
            {'field': 'extras.pricing.vat', 'raw_value': {{ unless_typed('item0."pricing"."vat"', 'DECIMAL(18,4)') }}}
        ])))
{% endmacro %}
