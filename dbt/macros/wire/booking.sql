{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro booking_struct() %}'{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","id":"BIGINT","bookingReference":"VARCHAR","bookingContactId":"BIGINT","billingContactId":"BIGINT","companyId":"BIGINT","channelId":"BIGINT","marketSegmentId":"BIGINT","bookingTypeId":"BIGINT","bookingTermsId":"BIGINT","currencyCode":"VARCHAR","roomStays":[{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","roomStayId":"BIGINT","roomStayStatus":"VARCHAR","bookingId":"BIGINT","bookingReference":"VARCHAR","startDate":"DATE","endDate":"DATE","netAmount":"DECIMAL(18,4)","vatAmount":"DECIMAL(18,4)","bookingContact":{"id":"BIGINT","firstName":"VARCHAR","lastName":"VARCHAR","emailAddress":"VARCHAR"},"unit":{"id":"BIGINT","name":"VARCHAR","unitTypeId":"BIGINT","unitTypeName":"VARCHAR","buildingId":"BIGINT","buildingName":"VARCHAR"},"numberOfAdults":"BIGINT","numberOfChildren":"BIGINT","numberOfInfants":"BIGINT","rate":{"id":"BIGINT","name":"VARCHAR","rateCode":"VARCHAR","rateType":"VARCHAR"},"originalRate":"DECIMAL(18,4)","discountDailyRate":"DECIMAL(18,4)","conversionDate":"TIMESTAMPTZ","confirmedDate":"TIMESTAMPTZ","contractSignedDate":"TIMESTAMPTZ","lastStatusChangeDate":"TIMESTAMPTZ","cancelledDate":"DATE","extras":[{"roomStayExtraId":"BIGINT","extraId":"BIGINT","description":"VARCHAR","billingFrequencyId":"BIGINT","pricing":{"gross":"DECIMAL(18,4)","net":"DECIMAL(18,4)","vat":"DECIMAL(18,4)"}}]}],"salesInvoices":["BIGINT"],"notes":["VARCHAR"],"tags":["VARCHAR"],"customFields":[{"id":"BIGINT","templateId":"BIGINT","templateName":"VARCHAR","name":"VARCHAR","type":"VARCHAR","value":"VARCHAR"}]}'{% endmacro %}

{% macro booking_fields(row) %}
    {{ row }}."createdDate" as created_date,
    {{ row }}."lastModifiedDate" as last_modified_date,
    {{ row }}."id" as id,
    {{ row }}."bookingReference" as booking_reference,
    {{ row }}."bookingContactId" as booking_contact_id,
    {{ row }}."billingContactId" as billing_contact_id,
    {{ row }}."companyId" as company_id,
    {{ row }}."channelId" as channel_id,
    {{ row }}."marketSegmentId" as market_segment_id,
    {{ row }}."bookingTypeId" as booking_type_id,
    {{ row }}."bookingTermsId" as booking_terms_id,
    {{ row }}."currencyCode" as currency_code,
    {{ row }}."roomStays" as room_stays,
    {{ row }}."salesInvoices" as sales_invoices,
    {{ row }}."notes" as notes,
    {{ row }}."tags" as tags,
    {{ row }}."customFields" as custom_fields
{% endmacro %}

{% macro room_stay_struct() %}'{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","roomStayId":"BIGINT","roomStayStatus":"VARCHAR","bookingId":"BIGINT","bookingReference":"VARCHAR","startDate":"DATE","endDate":"DATE","netAmount":"DECIMAL(18,4)","vatAmount":"DECIMAL(18,4)","bookingContact":{"id":"BIGINT","firstName":"VARCHAR","lastName":"VARCHAR","emailAddress":"VARCHAR"},"unit":{"id":"BIGINT","name":"VARCHAR","unitTypeId":"BIGINT","unitTypeName":"VARCHAR","buildingId":"BIGINT","buildingName":"VARCHAR"},"numberOfAdults":"BIGINT","numberOfChildren":"BIGINT","numberOfInfants":"BIGINT","rate":{"id":"BIGINT","name":"VARCHAR","rateCode":"VARCHAR","rateType":"VARCHAR"},"originalRate":"DECIMAL(18,4)","discountDailyRate":"DECIMAL(18,4)","conversionDate":"TIMESTAMPTZ","confirmedDate":"TIMESTAMPTZ","contractSignedDate":"TIMESTAMPTZ","lastStatusChangeDate":"TIMESTAMPTZ","cancelledDate":"DATE","extras":[{"roomStayExtraId":"BIGINT","extraId":"BIGINT","description":"VARCHAR","billingFrequencyId":"BIGINT","pricing":{"gross":"DECIMAL(18,4)","net":"DECIMAL(18,4)","vat":"DECIMAL(18,4)"}}]}'{% endmacro %}

{% macro room_stay_fields(row) %}
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
    {{ row }}."extras" as extras
{% endmacro %}

{% macro room_stay_extra_struct() %}'{"roomStayExtraId":"BIGINT","extraId":"BIGINT","description":"VARCHAR","billingFrequencyId":"BIGINT","pricing":{"gross":"DECIMAL(18,4)","net":"DECIMAL(18,4)","vat":"DECIMAL(18,4)"}}'{% endmacro %}

{% macro room_stay_extra_fields(row) %}
    {{ row }}."roomStayExtraId" as room_stay_extra_id,
    {{ row }}."extraId" as extra_id,
    {{ row }}."description" as description,
    {{ row }}."billingFrequencyId" as billing_frequency_id,
    {{ row }}."pricing"."gross" as pricing__gross,
    {{ row }}."pricing"."net" as pricing__net,
    {{ row }}."pricing"."vat" as pricing__vat
{% endmacro %}

{% macro booking_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"VARCHAR","bookingReference":"VARCHAR","bookingContactId":"VARCHAR","billingContactId":"VARCHAR","companyId":"VARCHAR","channelId":"VARCHAR","marketSegmentId":"VARCHAR","bookingTypeId":"VARCHAR","bookingTermsId":"VARCHAR","currencyCode":"VARCHAR","roomStays":[{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","roomStayId":"VARCHAR","roomStayStatus":"VARCHAR","bookingId":"VARCHAR","bookingReference":"VARCHAR","startDate":"VARCHAR","endDate":"VARCHAR","netAmount":"VARCHAR","vatAmount":"VARCHAR","bookingContact":{"id":"VARCHAR","firstName":"VARCHAR","lastName":"VARCHAR","emailAddress":"VARCHAR"},"unit":{"id":"VARCHAR","name":"VARCHAR","unitTypeId":"VARCHAR","unitTypeName":"VARCHAR","buildingId":"VARCHAR","buildingName":"VARCHAR"},"numberOfAdults":"VARCHAR","numberOfChildren":"VARCHAR","numberOfInfants":"VARCHAR","rate":{"id":"VARCHAR","name":"VARCHAR","rateCode":"VARCHAR","rateType":"VARCHAR"},"originalRate":"VARCHAR","discountDailyRate":"VARCHAR","conversionDate":"VARCHAR","confirmedDate":"VARCHAR","contractSignedDate":"VARCHAR","lastStatusChangeDate":"VARCHAR","cancelledDate":"VARCHAR","extras":[{"roomStayExtraId":"VARCHAR","extraId":"VARCHAR","description":"VARCHAR","billingFrequencyId":"VARCHAR","pricing":{"gross":"VARCHAR","net":"VARCHAR","vat":"VARCHAR"}}]}],"salesInvoices":["VARCHAR"],"notes":["VARCHAR"],"tags":["VARCHAR"],"customFields":[{"id":"VARCHAR","templateId":"VARCHAR","templateName":"VARCHAR","name":"VARCHAR","type":"VARCHAR","value":"VARCHAR"}]}'{% endmacro %}

{% macro booking_untyped(typed, text) %}
    list_concat([
        {'field': 'createdDate', 'raw_value': case when {{ typed }}."createdDate" is null then {{ text }}."createdDate" end},
        {'field': 'lastModifiedDate', 'raw_value': case when {{ typed }}."lastModifiedDate" is null then {{ text }}."lastModifiedDate" end},
        {'field': 'id', 'raw_value': case when {{ typed }}."id" is null then {{ text }}."id" end},
        {'field': 'bookingContactId', 'raw_value': case when {{ typed }}."bookingContactId" is null then {{ text }}."bookingContactId" end},
        {'field': 'billingContactId', 'raw_value': case when {{ typed }}."billingContactId" is null then {{ text }}."billingContactId" end},
        {'field': 'companyId', 'raw_value': case when {{ typed }}."companyId" is null then {{ text }}."companyId" end},
        {'field': 'channelId', 'raw_value': case when {{ typed }}."channelId" is null then {{ text }}."channelId" end},
        {'field': 'marketSegmentId', 'raw_value': case when {{ typed }}."marketSegmentId" is null then {{ text }}."marketSegmentId" end},
        {'field': 'bookingTypeId', 'raw_value': case when {{ typed }}."bookingTypeId" is null then {{ text }}."bookingTypeId" end},
        {'field': 'bookingTermsId', 'raw_value': case when {{ typed }}."bookingTermsId" is null then {{ text }}."bookingTermsId" end}
    ], flatten(list_transform(list_zip({{ typed }}."roomStays", {{ text }}."roomStays"), lambda pair0: list_concat([
            {'field': 'roomStays.createdDate', 'raw_value': case when pair0[1]."createdDate" is null then pair0[2]."createdDate" end},
            {'field': 'roomStays.lastModifiedDate', 'raw_value': case when pair0[1]."lastModifiedDate" is null then pair0[2]."lastModifiedDate" end},
            {'field': 'roomStays.roomStayId', 'raw_value': case when pair0[1]."roomStayId" is null then pair0[2]."roomStayId" end},
            {'field': 'roomStays.bookingId', 'raw_value': case when pair0[1]."bookingId" is null then pair0[2]."bookingId" end},
            {'field': 'roomStays.startDate', 'raw_value': case when pair0[1]."startDate" is null then pair0[2]."startDate" end},
            {'field': 'roomStays.endDate', 'raw_value': case when pair0[1]."endDate" is null then pair0[2]."endDate" end},
            {'field': 'roomStays.netAmount', 'raw_value': case when pair0[1]."netAmount" is null then pair0[2]."netAmount" end},
            {'field': 'roomStays.vatAmount', 'raw_value': case when pair0[1]."vatAmount" is null then pair0[2]."vatAmount" end},
            {'field': 'roomStays.bookingContact.id', 'raw_value': case when pair0[1]."bookingContact"."id" is null then pair0[2]."bookingContact"."id" end},
            {'field': 'roomStays.unit.id', 'raw_value': case when pair0[1]."unit"."id" is null then pair0[2]."unit"."id" end},
            {'field': 'roomStays.unit.unitTypeId', 'raw_value': case when pair0[1]."unit"."unitTypeId" is null then pair0[2]."unit"."unitTypeId" end},
            {'field': 'roomStays.unit.buildingId', 'raw_value': case when pair0[1]."unit"."buildingId" is null then pair0[2]."unit"."buildingId" end},
            {'field': 'roomStays.numberOfAdults', 'raw_value': case when pair0[1]."numberOfAdults" is null then pair0[2]."numberOfAdults" end},
            {'field': 'roomStays.numberOfChildren', 'raw_value': case when pair0[1]."numberOfChildren" is null then pair0[2]."numberOfChildren" end},
            {'field': 'roomStays.numberOfInfants', 'raw_value': case when pair0[1]."numberOfInfants" is null then pair0[2]."numberOfInfants" end},
            {'field': 'roomStays.rate.id', 'raw_value': case when pair0[1]."rate"."id" is null then pair0[2]."rate"."id" end},
            {'field': 'roomStays.originalRate', 'raw_value': case when pair0[1]."originalRate" is null then pair0[2]."originalRate" end},
            {'field': 'roomStays.discountDailyRate', 'raw_value': case when pair0[1]."discountDailyRate" is null then pair0[2]."discountDailyRate" end},
            {'field': 'roomStays.conversionDate', 'raw_value': case when pair0[1]."conversionDate" is null then pair0[2]."conversionDate" end},
            {'field': 'roomStays.confirmedDate', 'raw_value': case when pair0[1]."confirmedDate" is null then pair0[2]."confirmedDate" end},
            {'field': 'roomStays.contractSignedDate', 'raw_value': case when pair0[1]."contractSignedDate" is null then pair0[2]."contractSignedDate" end},
            {'field': 'roomStays.lastStatusChangeDate', 'raw_value': case when pair0[1]."lastStatusChangeDate" is null then pair0[2]."lastStatusChangeDate" end},
            {'field': 'roomStays.cancelledDate', 'raw_value': case when pair0[1]."cancelledDate" is null then pair0[2]."cancelledDate" end}
        ], flatten(list_transform(list_zip(pair0[1]."extras", pair0[2]."extras"), lambda pair1: [
                {'field': 'roomStays.extras.roomStayExtraId', 'raw_value': case when pair1[1]."roomStayExtraId" is null then pair1[2]."roomStayExtraId" end},
                {'field': 'roomStays.extras.extraId', 'raw_value': case when pair1[1]."extraId" is null then pair1[2]."extraId" end},
                {'field': 'roomStays.extras.billingFrequencyId', 'raw_value': case when pair1[1]."billingFrequencyId" is null then pair1[2]."billingFrequencyId" end},
                {'field': 'roomStays.extras.pricing.gross', 'raw_value': case when pair1[1]."pricing"."gross" is null then pair1[2]."pricing"."gross" end},
                {'field': 'roomStays.extras.pricing.net', 'raw_value': case when pair1[1]."pricing"."net" is null then pair1[2]."pricing"."net" end},
                {'field': 'roomStays.extras.pricing.vat', 'raw_value': case when pair1[1]."pricing"."vat" is null then pair1[2]."pricing"."vat" end}
            ]))))))
{% endmacro %}
