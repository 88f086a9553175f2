{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro booking_struct() %}'{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","id":"BIGINT","bookingReference":"VARCHAR","bookingContactId":"BIGINT","billingContactId":"BIGINT","companyId":"BIGINT","channelId":"BIGINT","marketSegmentId":"BIGINT","bookingTypeId":"BIGINT","bookingTermsId":"BIGINT","currencyCode":"VARCHAR","roomStays":[{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","roomStayId":"BIGINT","roomStayStatus":"VARCHAR","bookingId":"BIGINT","bookingReference":"VARCHAR","startDate":"DATE","endDate":"DATE","netAmount":"DECIMAL(18,4)","vatAmount":"DECIMAL(18,4)","bookingContact":{"id":"BIGINT","firstName":"VARCHAR","lastName":"VARCHAR","emailAddress":"VARCHAR"},"unit":{"id":"BIGINT","name":"VARCHAR","unitTypeId":"BIGINT","unitTypeName":"VARCHAR","buildingId":"BIGINT","buildingName":"VARCHAR"},"numberOfAdults":"BIGINT","numberOfChildren":"BIGINT","numberOfInfants":"BIGINT","rate":{"id":"BIGINT","name":"VARCHAR","rateCode":"VARCHAR","rateType":"VARCHAR"},"originalRate":"DECIMAL(18,4)","discountDailyRate":"DECIMAL(18,4)","conversionDate":"TIMESTAMPTZ","confirmedDate":"TIMESTAMPTZ","contractSignedDate":"TIMESTAMPTZ","lastStatusChangeDate":"TIMESTAMPTZ","cancelledDate":"DATE","extras":[{"roomStayExtraId":"BIGINT","extraId":"BIGINT","description":"VARCHAR","billingFrequencyId":"BIGINT","pricing":{"gross":"DECIMAL(18,4)","net":"DECIMAL(18,4)","vat":"DECIMAL(18,4)"}}]}],"salesInvoices":["BIGINT"],"notes":["VARCHAR"],"tags":["VARCHAR"],"customFields":[{"id":"BIGINT","templateId":"BIGINT","templateName":"VARCHAR","name":"VARCHAR","type":"VARCHAR","value":"VARCHAR"}]}'{% endmacro %}

{% macro booking_fields(row) %}
    {{ row }}."createdDate" as "created_date",
    {{ row }}."lastModifiedDate" as "last_modified_date",
    {{ row }}."id" as "id",
    {{ row }}."bookingReference" as "booking_reference",
    {{ row }}."bookingContactId" as "booking_contact_id",
    {{ row }}."billingContactId" as "billing_contact_id",
    {{ row }}."companyId" as "company_id",
    {{ row }}."channelId" as "channel_id",
    {{ row }}."marketSegmentId" as "market_segment_id",
    {{ row }}."bookingTypeId" as "booking_type_id",
    {{ row }}."bookingTermsId" as "booking_terms_id",
    {{ row }}."currencyCode" as "currency_code",
    {{ row }}."roomStays" as "room_stays",
    {{ row }}."salesInvoices" as "sales_invoices",
    {{ row }}."notes" as "notes",
    {{ row }}."tags" as "tags",
    {{ row }}."customFields" as "custom_fields"
{% endmacro %}

{% macro room_stay_struct() %}'{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","roomStayId":"BIGINT","roomStayStatus":"VARCHAR","bookingId":"BIGINT","bookingReference":"VARCHAR","startDate":"DATE","endDate":"DATE","netAmount":"DECIMAL(18,4)","vatAmount":"DECIMAL(18,4)","bookingContact":{"id":"BIGINT","firstName":"VARCHAR","lastName":"VARCHAR","emailAddress":"VARCHAR"},"unit":{"id":"BIGINT","name":"VARCHAR","unitTypeId":"BIGINT","unitTypeName":"VARCHAR","buildingId":"BIGINT","buildingName":"VARCHAR"},"numberOfAdults":"BIGINT","numberOfChildren":"BIGINT","numberOfInfants":"BIGINT","rate":{"id":"BIGINT","name":"VARCHAR","rateCode":"VARCHAR","rateType":"VARCHAR"},"originalRate":"DECIMAL(18,4)","discountDailyRate":"DECIMAL(18,4)","conversionDate":"TIMESTAMPTZ","confirmedDate":"TIMESTAMPTZ","contractSignedDate":"TIMESTAMPTZ","lastStatusChangeDate":"TIMESTAMPTZ","cancelledDate":"DATE","extras":[{"roomStayExtraId":"BIGINT","extraId":"BIGINT","description":"VARCHAR","billingFrequencyId":"BIGINT","pricing":{"gross":"DECIMAL(18,4)","net":"DECIMAL(18,4)","vat":"DECIMAL(18,4)"}}]}'{% endmacro %}

{% macro room_stay_fields(row) %}
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
    {{ row }}."extras" as "extras"
{% endmacro %}

{% macro room_stay_extra_struct() %}'{"roomStayExtraId":"BIGINT","extraId":"BIGINT","description":"VARCHAR","billingFrequencyId":"BIGINT","pricing":{"gross":"DECIMAL(18,4)","net":"DECIMAL(18,4)","vat":"DECIMAL(18,4)"}}'{% endmacro %}

{% macro room_stay_extra_fields(row) %}
    {{ row }}."roomStayExtraId" as "room_stay_extra_id",
    {{ row }}."extraId" as "extra_id",
    {{ row }}."description" as "description",
    {{ row }}."billingFrequencyId" as "billing_frequency_id",
    {{ row }}."pricing"."gross" as "pricing__gross",
    {{ row }}."pricing"."net" as "pricing__net",
    {{ row }}."pricing"."vat" as "pricing__vat"
{% endmacro %}

{% macro booking_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"VARCHAR","bookingContactId":"VARCHAR","billingContactId":"VARCHAR","companyId":"VARCHAR","channelId":"VARCHAR","marketSegmentId":"VARCHAR","bookingTypeId":"VARCHAR","bookingTermsId":"VARCHAR","roomStays":[{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","roomStayId":"VARCHAR","bookingId":"VARCHAR","startDate":"VARCHAR","endDate":"VARCHAR","netAmount":"VARCHAR","vatAmount":"VARCHAR","bookingContact":{"id":"VARCHAR"},"unit":{"id":"VARCHAR","unitTypeId":"VARCHAR","buildingId":"VARCHAR"},"numberOfAdults":"VARCHAR","numberOfChildren":"VARCHAR","numberOfInfants":"VARCHAR","rate":{"id":"VARCHAR"},"originalRate":"VARCHAR","discountDailyRate":"VARCHAR","conversionDate":"VARCHAR","confirmedDate":"VARCHAR","contractSignedDate":"VARCHAR","lastStatusChangeDate":"VARCHAR","cancelledDate":"VARCHAR","extras":[{"roomStayExtraId":"VARCHAR","extraId":"VARCHAR","billingFrequencyId":"VARCHAR","pricing":{"gross":"VARCHAR","net":"VARCHAR","vat":"VARCHAR"}}]}]}'{% endmacro %}

{% macro booking_slips() %}
    {{ slips('text."createdDate"', 'TIMESTAMPTZ') }}
    or {{ slips('text."lastModifiedDate"', 'TIMESTAMPTZ') }}
    or {{ slips('text."id"', 'BIGINT') }}
    or {{ slips('text."bookingContactId"', 'BIGINT') }}
    or {{ slips('text."billingContactId"', 'BIGINT') }}
    or {{ slips('text."companyId"', 'BIGINT') }}
    or {{ slips('text."channelId"', 'BIGINT') }}
    or {{ slips('text."marketSegmentId"', 'BIGINT') }}
    or {{ slips('text."bookingTypeId"', 'BIGINT') }}
    or {{ slips('text."bookingTermsId"', 'BIGINT') }}
    or len(list_filter(text."roomStays", lambda item0:
        {{ slips('item0."createdDate"', 'TIMESTAMPTZ') }}
        or {{ slips('item0."lastModifiedDate"', 'TIMESTAMPTZ') }}
        or {{ slips('item0."roomStayId"', 'BIGINT') }}
        or {{ slips('item0."bookingId"', 'BIGINT') }}
        or {{ slips('item0."startDate"', 'DATE') }}
        or {{ slips('item0."endDate"', 'DATE') }}
        or {{ slips('item0."netAmount"', 'DECIMAL(18,4)') }}
        or {{ slips('item0."vatAmount"', 'DECIMAL(18,4)') }}
        or {{ slips('item0."bookingContact"."id"', 'BIGINT') }}
        or {{ slips('item0."unit"."id"', 'BIGINT') }}
        or {{ slips('item0."unit"."unitTypeId"', 'BIGINT') }}
        or {{ slips('item0."unit"."buildingId"', 'BIGINT') }}
        or {{ slips('item0."numberOfAdults"', 'BIGINT') }}
        or {{ slips('item0."numberOfChildren"', 'BIGINT') }}
        or {{ slips('item0."numberOfInfants"', 'BIGINT') }}
        or {{ slips('item0."rate"."id"', 'BIGINT') }}
        or {{ slips('item0."originalRate"', 'DECIMAL(18,4)') }}
        or {{ slips('item0."discountDailyRate"', 'DECIMAL(18,4)') }}
        or {{ slips('item0."conversionDate"', 'TIMESTAMPTZ') }}
        or {{ slips('item0."confirmedDate"', 'TIMESTAMPTZ') }}
        or {{ slips('item0."contractSignedDate"', 'TIMESTAMPTZ') }}
        or {{ slips('item0."lastStatusChangeDate"', 'TIMESTAMPTZ') }}
        or {{ slips('item0."cancelledDate"', 'DATE') }}
        or len(list_filter(item0."extras", lambda item1:
            {{ slips('item1."roomStayExtraId"', 'BIGINT') }}
            or {{ slips('item1."extraId"', 'BIGINT') }}
            or {{ slips('item1."billingFrequencyId"', 'BIGINT') }}
            or {{ slips('item1."pricing"."gross"', 'DECIMAL(18,4)') }}
            or {{ slips('item1."pricing"."net"', 'DECIMAL(18,4)') }}
            or {{ slips('item1."pricing"."vat"', 'DECIMAL(18,4)') }})) > 0)) > 0
{% endmacro %}

{% macro booking_untyped() %}
    list_concat([
        {'field': 'createdDate', 'raw_value': {{ unless_typed('text."createdDate"', 'TIMESTAMPTZ') }}},
        {'field': 'lastModifiedDate', 'raw_value': {{ unless_typed('text."lastModifiedDate"', 'TIMESTAMPTZ') }}},
        {'field': 'id', 'raw_value': {{ unless_typed('text."id"', 'BIGINT') }}},
        {'field': 'bookingContactId', 'raw_value': {{ unless_typed('text."bookingContactId"', 'BIGINT') }}},
        {'field': 'billingContactId', 'raw_value': {{ unless_typed('text."billingContactId"', 'BIGINT') }}},
        {'field': 'companyId', 'raw_value': {{ unless_typed('text."companyId"', 'BIGINT') }}},
        {'field': 'channelId', 'raw_value': {{ unless_typed('text."channelId"', 'BIGINT') }}},
        {'field': 'marketSegmentId', 'raw_value': {{ unless_typed('text."marketSegmentId"', 'BIGINT') }}},
        {'field': 'bookingTypeId', 'raw_value': {{ unless_typed('text."bookingTypeId"', 'BIGINT') }}},
        {'field': 'bookingTermsId', 'raw_value': {{ unless_typed('text."bookingTermsId"', 'BIGINT') }}}
    ], flatten(list_transform(text."roomStays", lambda item0: list_concat([
            {'field': 'roomStays.createdDate', 'raw_value': {{ unless_typed('item0."createdDate"', 'TIMESTAMPTZ') }}},
            {'field': 'roomStays.lastModifiedDate', 'raw_value': {{ unless_typed('item0."lastModifiedDate"', 'TIMESTAMPTZ') }}},
            {'field': 'roomStays.roomStayId', 'raw_value': {{ unless_typed('item0."roomStayId"', 'BIGINT') }}},
            {'field': 'roomStays.bookingId', 'raw_value': {{ unless_typed('item0."bookingId"', 'BIGINT') }}},
            {'field': 'roomStays.startDate', 'raw_value': {{ unless_typed('item0."startDate"', 'DATE') }}},
            {'field': 'roomStays.endDate', 'raw_value': {{ unless_typed('item0."endDate"', 'DATE') }}},
            {'field': 'roomStays.netAmount', 'raw_value': {{ unless_typed('item0."netAmount"', 'DECIMAL(18,4)') }}},
            {'field': 'roomStays.vatAmount', 'raw_value': {{ unless_typed('item0."vatAmount"', 'DECIMAL(18,4)') }}},
            {'field': 'roomStays.bookingContact.id', 'raw_value': {{ unless_typed('item0."bookingContact"."id"', 'BIGINT') }}},
            {'field': 'roomStays.unit.id', 'raw_value': {{ unless_typed('item0."unit"."id"', 'BIGINT') }}},
            {'field': 'roomStays.unit.unitTypeId', 'raw_value': {{ unless_typed('item0."unit"."unitTypeId"', 'BIGINT') }}},
            {'field': 'roomStays.unit.buildingId', 'raw_value': {{ unless_typed('item0."unit"."buildingId"', 'BIGINT') }}},
            {'field': 'roomStays.numberOfAdults', 'raw_value': {{ unless_typed('item0."numberOfAdults"', 'BIGINT') }}},
            {'field': 'roomStays.numberOfChildren', 'raw_value': {{ unless_typed('item0."numberOfChildren"', 'BIGINT') }}},
            {'field': 'roomStays.numberOfInfants', 'raw_value': {{ unless_typed('item0."numberOfInfants"', 'BIGINT') }}},
            {'field': 'roomStays.rate.id', 'raw_value': {{ unless_typed('item0."rate"."id"', 'BIGINT') }}},
            {'field': 'roomStays.originalRate', 'raw_value': {{ unless_typed('item0."originalRate"', 'DECIMAL(18,4)') }}},
            {'field': 'roomStays.discountDailyRate', 'raw_value': {{ unless_typed('item0."discountDailyRate"', 'DECIMAL(18,4)') }}},
            {'field': 'roomStays.conversionDate', 'raw_value': {{ unless_typed('item0."conversionDate"', 'TIMESTAMPTZ') }}},
            {'field': 'roomStays.confirmedDate', 'raw_value': {{ unless_typed('item0."confirmedDate"', 'TIMESTAMPTZ') }}},
            {'field': 'roomStays.contractSignedDate', 'raw_value': {{ unless_typed('item0."contractSignedDate"', 'TIMESTAMPTZ') }}},
            {'field': 'roomStays.lastStatusChangeDate', 'raw_value': {{ unless_typed('item0."lastStatusChangeDate"', 'TIMESTAMPTZ') }}},
            {'field': 'roomStays.cancelledDate', 'raw_value': {{ unless_typed('item0."cancelledDate"', 'DATE') }}}
        ], flatten(list_transform(item0."extras", lambda item1: [
                {'field': 'roomStays.extras.roomStayExtraId', 'raw_value': {{ unless_typed('item1."roomStayExtraId"', 'BIGINT') }}},
                {'field': 'roomStays.extras.extraId', 'raw_value': {{ unless_typed('item1."extraId"', 'BIGINT') }}},
                {'field': 'roomStays.extras.billingFrequencyId', 'raw_value': {{ unless_typed('item1."billingFrequencyId"', 'BIGINT') }}},
                {'field': 'roomStays.extras.pricing.gross', 'raw_value': {{ unless_typed('item1."pricing"."gross"', 'DECIMAL(18,4)') }}},
                {'field': 'roomStays.extras.pricing.net', 'raw_value': {{ unless_typed('item1."pricing"."net"', 'DECIMAL(18,4)') }}},
                {'field': 'roomStays.extras.pricing.vat', 'raw_value': {{ unless_typed('item1."pricing"."vat"', 'DECIMAL(18,4)') }}}
            ]))))))
{% endmacro %}
