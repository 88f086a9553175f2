{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro booking_row_struct() %}'{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","roomStayId":"BIGINT","roomStayStatus":"VARCHAR","bookingId":"BIGINT","bookingReference":"VARCHAR","startDate":"DATE","endDate":"DATE","netAmount":"DECIMAL(18,4)","vatAmount":"DECIMAL(18,4)","bookingContact":{"id":"BIGINT","firstName":"VARCHAR","lastName":"VARCHAR","emailAddress":"VARCHAR"},"unit":{"id":"BIGINT","name":"VARCHAR","unitTypeId":"BIGINT","unitTypeName":"VARCHAR","buildingId":"BIGINT","buildingName":"VARCHAR"},"numberOfAdults":"BIGINT","numberOfChildren":"BIGINT","numberOfInfants":"BIGINT","rate":{"id":"BIGINT","name":"VARCHAR","rateCode":"VARCHAR","rateType":"VARCHAR"},"originalRate":"DECIMAL(18,4)","discountDailyRate":"DECIMAL(18,4)","conversionDate":"TIMESTAMPTZ","confirmedDate":"TIMESTAMPTZ","contractSignedDate":"TIMESTAMPTZ","lastStatusChangeDate":"TIMESTAMPTZ","cancelledDate":"DATE","extras":[{"roomStayExtraId":"BIGINT","extraId":"BIGINT","description":"VARCHAR","billingFrequencyId":"BIGINT","pricing":{"gross":"DECIMAL(18,4)","net":"DECIMAL(18,4)","vat":"DECIMAL(18,4)"}}],"channelId":"BIGINT","marketSegmentId":"BIGINT","currencyCode":"VARCHAR"}'{% endmacro %}

{% macro booking_row_fields(row) %}
    {{ row }}."createdDate" as created_date,
    {{ row }}."lastModifiedDate" as last_modified_date,
    {{ row }}."roomStayId" as room_stay_id,
    {{ row }}."roomStayStatus" as room_stay_status,
    {{ row }}."bookingId" as booking_id,
    {{ row }}."bookingReference" as booking_reference,
    {{ row }}."startDate" as start_date,
    {{ row }}."endDate" as end_date,
    {{ row }}."netAmount" as net_amount,
    {{ row }}."vatAmount" as vat_amount,
    {{ row }}."bookingContact"."id" as booking_contact__id,
    {{ row }}."bookingContact"."firstName" as booking_contact__first_name,
    {{ row }}."bookingContact"."lastName" as booking_contact__last_name,
    {{ row }}."bookingContact"."emailAddress" as booking_contact__email_address,
    {{ row }}."unit"."id" as unit__id,
    {{ row }}."unit"."name" as unit__name,
    {{ row }}."unit"."unitTypeId" as unit__unit_type_id,
    {{ row }}."unit"."unitTypeName" as unit__unit_type_name,
    {{ row }}."unit"."buildingId" as unit__building_id,
    {{ row }}."unit"."buildingName" as unit__building_name,
    {{ row }}."numberOfAdults" as number_of_adults,
    {{ row }}."numberOfChildren" as number_of_children,
    {{ row }}."numberOfInfants" as number_of_infants,
    {{ row }}."rate"."id" as rate__id,
    {{ row }}."rate"."name" as rate__name,
    {{ row }}."rate"."rateCode" as rate__rate_code,
    {{ row }}."rate"."rateType" as rate__rate_type,
    {{ row }}."originalRate" as original_rate,
    {{ row }}."discountDailyRate" as discount_daily_rate,
    {{ row }}."conversionDate" as conversion_date,
    {{ row }}."confirmedDate" as confirmed_date,
    {{ row }}."contractSignedDate" as contract_signed_date,
    {{ row }}."lastStatusChangeDate" as last_status_change_date,
    {{ row }}."cancelledDate" as cancelled_date,
    {{ row }}."extras" as extras,
    {{ row }}."channelId" as channel_id,
    {{ row }}."marketSegmentId" as market_segment_id,
    {{ row }}."currencyCode" as currency_code
{% endmacro %}

{% macro booking_row_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","roomStayId":"VARCHAR","roomStayStatus":"VARCHAR","bookingId":"VARCHAR","bookingReference":"VARCHAR","startDate":"VARCHAR","endDate":"VARCHAR","netAmount":"VARCHAR","vatAmount":"VARCHAR","bookingContact":{"id":"VARCHAR","firstName":"VARCHAR","lastName":"VARCHAR","emailAddress":"VARCHAR"},"unit":{"id":"VARCHAR","name":"VARCHAR","unitTypeId":"VARCHAR","unitTypeName":"VARCHAR","buildingId":"VARCHAR","buildingName":"VARCHAR"},"numberOfAdults":"VARCHAR","numberOfChildren":"VARCHAR","numberOfInfants":"VARCHAR","rate":{"id":"VARCHAR","name":"VARCHAR","rateCode":"VARCHAR","rateType":"VARCHAR"},"originalRate":"VARCHAR","discountDailyRate":"VARCHAR","conversionDate":"VARCHAR","confirmedDate":"VARCHAR","contractSignedDate":"VARCHAR","lastStatusChangeDate":"VARCHAR","cancelledDate":"VARCHAR","extras":[{"roomStayExtraId":"VARCHAR","extraId":"VARCHAR","description":"VARCHAR","billingFrequencyId":"VARCHAR","pricing":{"gross":"VARCHAR","net":"VARCHAR","vat":"VARCHAR"}}],"channelId":"VARCHAR","marketSegmentId":"VARCHAR","currencyCode":"VARCHAR"}'{% endmacro %}

{% macro booking_row_untyped(typed, text) %}
    list_concat([
        {'field': 'createdDate', 'raw_value': case when {{ typed }}."createdDate" is null then {{ text }}."createdDate" end},
        {'field': 'lastModifiedDate', 'raw_value': case when {{ typed }}."lastModifiedDate" is null then {{ text }}."lastModifiedDate" end},
        {'field': 'roomStayId', 'raw_value': case when {{ typed }}."roomStayId" is null then {{ text }}."roomStayId" end},
        {'field': 'bookingId', 'raw_value': case when {{ typed }}."bookingId" is null then {{ text }}."bookingId" end},
        {'field': 'startDate', 'raw_value': case when {{ typed }}."startDate" is null then {{ text }}."startDate" end},
        {'field': 'endDate', 'raw_value': case when {{ typed }}."endDate" is null then {{ text }}."endDate" end},
        {'field': 'netAmount', 'raw_value': case when {{ typed }}."netAmount" is null then {{ text }}."netAmount" end},
        {'field': 'vatAmount', 'raw_value': case when {{ typed }}."vatAmount" is null then {{ text }}."vatAmount" end},
        {'field': 'bookingContact.id', 'raw_value': case when {{ typed }}."bookingContact"."id" is null then {{ text }}."bookingContact"."id" end},
        {'field': 'unit.id', 'raw_value': case when {{ typed }}."unit"."id" is null then {{ text }}."unit"."id" end},
        {'field': 'unit.unitTypeId', 'raw_value': case when {{ typed }}."unit"."unitTypeId" is null then {{ text }}."unit"."unitTypeId" end},
        {'field': 'unit.buildingId', 'raw_value': case when {{ typed }}."unit"."buildingId" is null then {{ text }}."unit"."buildingId" end},
        {'field': 'numberOfAdults', 'raw_value': case when {{ typed }}."numberOfAdults" is null then {{ text }}."numberOfAdults" end},
        {'field': 'numberOfChildren', 'raw_value': case when {{ typed }}."numberOfChildren" is null then {{ text }}."numberOfChildren" end},
        {'field': 'numberOfInfants', 'raw_value': case when {{ typed }}."numberOfInfants" is null then {{ text }}."numberOfInfants" end},
        {'field': 'rate.id', 'raw_value': case when {{ typed }}."rate"."id" is null then {{ text }}."rate"."id" end},
        {'field': 'originalRate', 'raw_value': case when {{ typed }}."originalRate" is null then {{ text }}."originalRate" end},
        {'field': 'discountDailyRate', 'raw_value': case when {{ typed }}."discountDailyRate" is null then {{ text }}."discountDailyRate" end},
        {'field': 'conversionDate', 'raw_value': case when {{ typed }}."conversionDate" is null then {{ text }}."conversionDate" end},
        {'field': 'confirmedDate', 'raw_value': case when {{ typed }}."confirmedDate" is null then {{ text }}."confirmedDate" end},
        {'field': 'contractSignedDate', 'raw_value': case when {{ typed }}."contractSignedDate" is null then {{ text }}."contractSignedDate" end},
        {'field': 'lastStatusChangeDate', 'raw_value': case when {{ typed }}."lastStatusChangeDate" is null then {{ text }}."lastStatusChangeDate" end},
        {'field': 'cancelledDate', 'raw_value': case when {{ typed }}."cancelledDate" is null then {{ text }}."cancelledDate" end},
        {'field': 'channelId', 'raw_value': case when {{ typed }}."channelId" is null then {{ text }}."channelId" end},
        {'field': 'marketSegmentId', 'raw_value': case when {{ typed }}."marketSegmentId" is null then {{ text }}."marketSegmentId" end}
    ], flatten(list_transform(list_zip({{ typed }}."extras", {{ text }}."extras"), lambda pair0: [
            {'field': 'extras.roomStayExtraId', 'raw_value': case when pair0[1]."roomStayExtraId" is null then pair0[2]."roomStayExtraId" end},
            {'field': 'extras.extraId', 'raw_value': case when pair0[1]."extraId" is null then pair0[2]."extraId" end},
            {'field': 'extras.billingFrequencyId', 'raw_value': case when pair0[1]."billingFrequencyId" is null then pair0[2]."billingFrequencyId" end},
            {'field': 'extras.pricing.gross', 'raw_value': case when pair0[1]."pricing"."gross" is null then pair0[2]."pricing"."gross" end},
            {'field': 'extras.pricing.net', 'raw_value': case when pair0[1]."pricing"."net" is null then pair0[2]."pricing"."net" end},
            {'field': 'extras.pricing.vat', 'raw_value': case when pair0[1]."pricing"."vat" is null then pair0[2]."pricing"."vat" end}
        ])))
{% endmacro %}
