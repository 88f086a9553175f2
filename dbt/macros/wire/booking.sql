{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro booking_struct() %}'{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","id":"BIGINT","bookingReference":"VARCHAR","bookingContactId":"BIGINT","billingContactId":"BIGINT","companyId":"BIGINT","channelId":"BIGINT","marketSegmentId":"BIGINT","bookingTypeId":"BIGINT","bookingTermsId":"BIGINT","currencyCode":"VARCHAR","roomStays":[{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","roomStayId":"BIGINT","roomStayStatus":"VARCHAR","bookingId":"BIGINT","bookingReference":"VARCHAR","startDate":"DATE","endDate":"DATE","netAmount":"DECIMAL(18,4)","vatAmount":"DECIMAL(18,4)","bookingContact":{"id":"BIGINT","firstName":"VARCHAR","lastName":"VARCHAR","emailAddress":"VARCHAR"},"unit":{"id":"BIGINT","name":"VARCHAR","unitTypeId":"BIGINT","unitTypeName":"VARCHAR","buildingId":"BIGINT","buildingName":"VARCHAR"},"numberOfAdults":"BIGINT","numberOfChildren":"BIGINT","numberOfInfants":"BIGINT","rate":{"id":"BIGINT","name":"VARCHAR","rateCode":"VARCHAR","rateType":"VARCHAR"},"originalRate":"DECIMAL(18,4)","discountDailyRate":"DECIMAL(18,4)","conversionDate":"TIMESTAMPTZ","confirmedDate":"TIMESTAMPTZ","contractSignedDate":"TIMESTAMPTZ","lastStatusChangeDate":"TIMESTAMPTZ","cancelledDate":"DATE","extras":[{"roomStayExtraId":"BIGINT","extraId":"BIGINT","description":"VARCHAR","billingFrequencyId":"BIGINT","pricing":{"gross":"DECIMAL(18,4)","net":"DECIMAL(18,4)","vat":"DECIMAL(18,4)"}}]}],"salesInvoices":["BIGINT"],"notes":["VARCHAR"],"tags":["VARCHAR"],"customFields":[{"id":"BIGINT","templateId":"BIGINT","templateName":"VARCHAR","name":"VARCHAR","type":"VARCHAR","value":"VARCHAR"}]}'{% endmacro %}

{% macro booking_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"VARCHAR","bookingReference":"VARCHAR","bookingContactId":"VARCHAR","billingContactId":"VARCHAR","companyId":"VARCHAR","channelId":"VARCHAR","marketSegmentId":"VARCHAR","bookingTypeId":"VARCHAR","bookingTermsId":"VARCHAR","currencyCode":"VARCHAR","roomStays":[{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","roomStayId":"VARCHAR","roomStayStatus":"VARCHAR","bookingId":"VARCHAR","bookingReference":"VARCHAR","startDate":"VARCHAR","endDate":"VARCHAR","netAmount":"VARCHAR","vatAmount":"VARCHAR","bookingContact":{"id":"VARCHAR","firstName":"VARCHAR","lastName":"VARCHAR","emailAddress":"VARCHAR"},"unit":{"id":"VARCHAR","name":"VARCHAR","unitTypeId":"VARCHAR","unitTypeName":"VARCHAR","buildingId":"VARCHAR","buildingName":"VARCHAR"},"numberOfAdults":"VARCHAR","numberOfChildren":"VARCHAR","numberOfInfants":"VARCHAR","rate":{"id":"VARCHAR","name":"VARCHAR","rateCode":"VARCHAR","rateType":"VARCHAR"},"originalRate":"VARCHAR","discountDailyRate":"VARCHAR","conversionDate":"VARCHAR","confirmedDate":"VARCHAR","contractSignedDate":"VARCHAR","lastStatusChangeDate":"VARCHAR","cancelledDate":"VARCHAR","extras":[{"roomStayExtraId":"VARCHAR","extraId":"VARCHAR","description":"VARCHAR","billingFrequencyId":"VARCHAR","pricing":{"gross":"VARCHAR","net":"VARCHAR","vat":"VARCHAR"}}]}],"salesInvoices":["VARCHAR"],"notes":["VARCHAR"],"tags":["VARCHAR"],"customFields":[{"id":"VARCHAR","templateId":"VARCHAR","templateName":"VARCHAR","name":"VARCHAR","type":"VARCHAR","value":"VARCHAR"}]}'{% endmacro %}

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

{% macro booking_untyped(typed, text) %}
    [
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
    ]
{% endmacro %}

{% macro room_stay_struct() %}'{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","roomStayId":"BIGINT","roomStayStatus":"VARCHAR","bookingId":"BIGINT","bookingReference":"VARCHAR","startDate":"DATE","endDate":"DATE","netAmount":"DECIMAL(18,4)","vatAmount":"DECIMAL(18,4)","bookingContact":{"id":"BIGINT","firstName":"VARCHAR","lastName":"VARCHAR","emailAddress":"VARCHAR"},"unit":{"id":"BIGINT","name":"VARCHAR","unitTypeId":"BIGINT","unitTypeName":"VARCHAR","buildingId":"BIGINT","buildingName":"VARCHAR"},"numberOfAdults":"BIGINT","numberOfChildren":"BIGINT","numberOfInfants":"BIGINT","rate":{"id":"BIGINT","name":"VARCHAR","rateCode":"VARCHAR","rateType":"VARCHAR"},"originalRate":"DECIMAL(18,4)","discountDailyRate":"DECIMAL(18,4)","conversionDate":"TIMESTAMPTZ","confirmedDate":"TIMESTAMPTZ","contractSignedDate":"TIMESTAMPTZ","lastStatusChangeDate":"TIMESTAMPTZ","cancelledDate":"DATE","extras":[{"roomStayExtraId":"BIGINT","extraId":"BIGINT","description":"VARCHAR","billingFrequencyId":"BIGINT","pricing":{"gross":"DECIMAL(18,4)","net":"DECIMAL(18,4)","vat":"DECIMAL(18,4)"}}]}'{% endmacro %}

{% macro room_stay_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","roomStayId":"VARCHAR","roomStayStatus":"VARCHAR","bookingId":"VARCHAR","bookingReference":"VARCHAR","startDate":"VARCHAR","endDate":"VARCHAR","netAmount":"VARCHAR","vatAmount":"VARCHAR","bookingContact":{"id":"VARCHAR","firstName":"VARCHAR","lastName":"VARCHAR","emailAddress":"VARCHAR"},"unit":{"id":"VARCHAR","name":"VARCHAR","unitTypeId":"VARCHAR","unitTypeName":"VARCHAR","buildingId":"VARCHAR","buildingName":"VARCHAR"},"numberOfAdults":"VARCHAR","numberOfChildren":"VARCHAR","numberOfInfants":"VARCHAR","rate":{"id":"VARCHAR","name":"VARCHAR","rateCode":"VARCHAR","rateType":"VARCHAR"},"originalRate":"VARCHAR","discountDailyRate":"VARCHAR","conversionDate":"VARCHAR","confirmedDate":"VARCHAR","contractSignedDate":"VARCHAR","lastStatusChangeDate":"VARCHAR","cancelledDate":"VARCHAR","extras":[{"roomStayExtraId":"VARCHAR","extraId":"VARCHAR","description":"VARCHAR","billingFrequencyId":"VARCHAR","pricing":{"gross":"VARCHAR","net":"VARCHAR","vat":"VARCHAR"}}]}'{% endmacro %}

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

{% macro room_stay_untyped(typed, text) %}
    [
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
    {'field': 'cancelledDate', 'raw_value': case when {{ typed }}."cancelledDate" is null then {{ text }}."cancelledDate" end}
    ]
{% endmacro %}

{% macro room_stay_extra_struct() %}'{"roomStayExtraId":"BIGINT","extraId":"BIGINT","description":"VARCHAR","billingFrequencyId":"BIGINT","pricing":{"gross":"DECIMAL(18,4)","net":"DECIMAL(18,4)","vat":"DECIMAL(18,4)"}}'{% endmacro %}

{% macro room_stay_extra_text() %}'{"roomStayExtraId":"VARCHAR","extraId":"VARCHAR","description":"VARCHAR","billingFrequencyId":"VARCHAR","pricing":{"gross":"VARCHAR","net":"VARCHAR","vat":"VARCHAR"}}'{% endmacro %}

{% macro room_stay_extra_fields(row) %}
    {{ row }}."roomStayExtraId" as room_stay_extra_id,
    {{ row }}."extraId" as extra_id,
    {{ row }}."description" as description,
    {{ row }}."billingFrequencyId" as billing_frequency_id,
    {{ row }}."pricing"."gross" as pricing__gross,
    {{ row }}."pricing"."net" as pricing__net,
    {{ row }}."pricing"."vat" as pricing__vat
{% endmacro %}

{% macro room_stay_extra_untyped(typed, text) %}
    [
    {'field': 'roomStayExtraId', 'raw_value': case when {{ typed }}."roomStayExtraId" is null then {{ text }}."roomStayExtraId" end},
    {'field': 'extraId', 'raw_value': case when {{ typed }}."extraId" is null then {{ text }}."extraId" end},
    {'field': 'billingFrequencyId', 'raw_value': case when {{ typed }}."billingFrequencyId" is null then {{ text }}."billingFrequencyId" end},
    {'field': 'pricing.gross', 'raw_value': case when {{ typed }}."pricing"."gross" is null then {{ text }}."pricing"."gross" end},
    {'field': 'pricing.net', 'raw_value': case when {{ typed }}."pricing"."net" is null then {{ text }}."pricing"."net" end},
    {'field': 'pricing.vat', 'raw_value': case when {{ typed }}."pricing"."vat" is null then {{ text }}."pricing"."vat" end}
    ]
{% endmacro %}

{% macro custom_field_struct() %}'{"id":"BIGINT","templateId":"BIGINT","templateName":"VARCHAR","name":"VARCHAR","type":"VARCHAR","value":"VARCHAR"}'{% endmacro %}

{% macro custom_field_text() %}'{"id":"VARCHAR","templateId":"VARCHAR","templateName":"VARCHAR","name":"VARCHAR","type":"VARCHAR","value":"VARCHAR"}'{% endmacro %}

{% macro custom_field_fields(row) %}
    {{ row }}."id" as id,
    {{ row }}."templateId" as template_id,
    {{ row }}."templateName" as template_name,
    {{ row }}."name" as name,
    {{ row }}."type" as type,
    {{ row }}."value" as value
{% endmacro %}

{% macro custom_field_untyped(typed, text) %}
    [
    {'field': 'id', 'raw_value': case when {{ typed }}."id" is null then {{ text }}."id" end},
    {'field': 'templateId', 'raw_value': case when {{ typed }}."templateId" is null then {{ text }}."templateId" end}
    ]
{% endmacro %}
