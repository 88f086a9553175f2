{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro sales_invoice_struct() %}'{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","id":"BIGINT","status":"VARCHAR","organisationId":"BIGINT","exportStatus":"VARCHAR","externalId":"VARCHAR","exportedDate":"TIMESTAMPTZ","balancedInvoiceNumbers":"VARCHAR","invoiceNumber":"VARCHAR","invoiceType":"VARCHAR","invoiceDate":"DATE","invoiceDueDate":"DATE","currencyCode":"VARCHAR","totalNet":"DECIMAL(18,4)","totalTax":"DECIMAL(18,4)","totalGross":"DECIMAL(18,4)","outstandingAmount":"DECIMAL(18,4)","financeAccount":{"id":"BIGINT","type":"VARCHAR","accountNumber":"VARCHAR","accountName":"VARCHAR"},"bookingId":"BIGINT","contactId":"BIGINT","companyId":"BIGINT","postedDate":"DATE","voidedDate":"DATE","salesInvoiceItems":[{"id":"BIGINT","salesInvoiceId":"BIGINT","description":"VARCHAR","quantity":"DECIMAL(18,4)","unitPriceNet":"DECIMAL(18,4)","totalNet":"DECIMAL(18,4)","totalTax":"DECIMAL(18,4)","productCode":"VARCHAR","taxType":"VARCHAR","costCenter":"VARCHAR","bookingReference":"VARCHAR","chargeFrom":"DATE","chargeTo":"DATE","nominalCode":"VARCHAR","taxCodeId":"BIGINT","roomStayId":"BIGINT","unitId":"BIGINT","extraId":"BIGINT"}],"customFields":[{"id":"BIGINT","templateId":"BIGINT","templateName":"VARCHAR","name":"VARCHAR","type":"VARCHAR","value":"VARCHAR"}],"integrationIdentifiers":[{"systemName":"VARCHAR","syncStatus":"VARCHAR","externalId":"VARCHAR","externalValue":"VARCHAR"}]}'{% endmacro %}

{% macro sales_invoice_fields(row) %}
    {{ row }}."createdDate" as created_date,
    {{ row }}."lastModifiedDate" as last_modified_date,
    {{ row }}."id" as id,
    {{ row }}."status" as status,
    {{ row }}."organisationId" as organisation_id,
    {{ row }}."exportStatus" as export_status,
    {{ row }}."externalId" as external_id,
    {{ row }}."exportedDate" as exported_date,
    {{ row }}."balancedInvoiceNumbers" as balanced_invoice_numbers,
    {{ row }}."invoiceNumber" as invoice_number,
    {{ row }}."invoiceType" as invoice_type,
    {{ row }}."invoiceDate" as invoice_date,
    {{ row }}."invoiceDueDate" as invoice_due_date,
    {{ row }}."currencyCode" as currency_code,
    {{ row }}."totalNet" as total_net,
    {{ row }}."totalTax" as total_tax,
    {{ row }}."totalGross" as total_gross,
    {{ row }}."outstandingAmount" as outstanding_amount,
    {{ row }}."financeAccount"."id" as finance_account__id,
    {{ row }}."financeAccount"."type" as finance_account__type,
    {{ row }}."financeAccount"."accountNumber" as finance_account__account_number,
    {{ row }}."financeAccount"."accountName" as finance_account__account_name,
    {{ row }}."bookingId" as booking_id,
    {{ row }}."contactId" as contact_id,
    {{ row }}."companyId" as company_id,
    {{ row }}."postedDate" as posted_date,
    {{ row }}."voidedDate" as voided_date,
    {{ row }}."salesInvoiceItems" as sales_invoice_items,
    {{ row }}."customFields" as custom_fields,
    {{ row }}."integrationIdentifiers" as integration_identifiers
{% endmacro %}

{% macro sales_invoice_item_struct() %}'{"id":"BIGINT","salesInvoiceId":"BIGINT","description":"VARCHAR","quantity":"DECIMAL(18,4)","unitPriceNet":"DECIMAL(18,4)","totalNet":"DECIMAL(18,4)","totalTax":"DECIMAL(18,4)","productCode":"VARCHAR","taxType":"VARCHAR","costCenter":"VARCHAR","bookingReference":"VARCHAR","chargeFrom":"DATE","chargeTo":"DATE","nominalCode":"VARCHAR","taxCodeId":"BIGINT","roomStayId":"BIGINT","unitId":"BIGINT","extraId":"BIGINT"}'{% endmacro %}

{% macro sales_invoice_item_fields(row) %}
    {{ row }}."id" as id,
    {{ row }}."salesInvoiceId" as sales_invoice_id,
    {{ row }}."description" as description,
    {{ row }}."quantity" as quantity,
    {{ row }}."unitPriceNet" as unit_price_net,
    {{ row }}."totalNet" as total_net,
    {{ row }}."totalTax" as total_tax,
    {{ row }}."productCode" as product_code,
    {{ row }}."taxType" as tax_type,
    {{ row }}."costCenter" as cost_center,
    {{ row }}."bookingReference" as booking_reference,
    {{ row }}."chargeFrom" as charge_from,
    {{ row }}."chargeTo" as charge_to,
    {{ row }}."nominalCode" as nominal_code,
    {{ row }}."taxCodeId" as tax_code_id,
    {{ row }}."roomStayId" as room_stay_id,
    {{ row }}."unitId" as unit_id,
    {{ row }}."extraId" as extra_id
{% endmacro %}

{% macro sales_invoice_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"VARCHAR","status":"VARCHAR","organisationId":"VARCHAR","exportStatus":"VARCHAR","externalId":"VARCHAR","exportedDate":"VARCHAR","balancedInvoiceNumbers":"VARCHAR","invoiceNumber":"VARCHAR","invoiceType":"VARCHAR","invoiceDate":"VARCHAR","invoiceDueDate":"VARCHAR","currencyCode":"VARCHAR","totalNet":"VARCHAR","totalTax":"VARCHAR","totalGross":"VARCHAR","outstandingAmount":"VARCHAR","financeAccount":{"id":"VARCHAR","type":"VARCHAR","accountNumber":"VARCHAR","accountName":"VARCHAR"},"bookingId":"VARCHAR","contactId":"VARCHAR","companyId":"VARCHAR","postedDate":"VARCHAR","voidedDate":"VARCHAR","salesInvoiceItems":[{"id":"VARCHAR","salesInvoiceId":"VARCHAR","description":"VARCHAR","quantity":"VARCHAR","unitPriceNet":"VARCHAR","totalNet":"VARCHAR","totalTax":"VARCHAR","productCode":"VARCHAR","taxType":"VARCHAR","costCenter":"VARCHAR","bookingReference":"VARCHAR","chargeFrom":"VARCHAR","chargeTo":"VARCHAR","nominalCode":"VARCHAR","taxCodeId":"VARCHAR","roomStayId":"VARCHAR","unitId":"VARCHAR","extraId":"VARCHAR"}],"customFields":[{"id":"VARCHAR","templateId":"VARCHAR","templateName":"VARCHAR","name":"VARCHAR","type":"VARCHAR","value":"VARCHAR"}],"integrationIdentifiers":[{"systemName":"VARCHAR","syncStatus":"VARCHAR","externalId":"VARCHAR","externalValue":"VARCHAR"}]}'{% endmacro %}

{% macro sales_invoice_untyped(typed, text) %}
    list_concat([
        {'field': 'createdDate', 'raw_value': case when {{ typed }}."createdDate" is null then {{ text }}."createdDate" end},
        {'field': 'lastModifiedDate', 'raw_value': case when {{ typed }}."lastModifiedDate" is null then {{ text }}."lastModifiedDate" end},
        {'field': 'id', 'raw_value': case when {{ typed }}."id" is null then {{ text }}."id" end},
        {'field': 'organisationId', 'raw_value': case when {{ typed }}."organisationId" is null then {{ text }}."organisationId" end},
        {'field': 'exportedDate', 'raw_value': case when {{ typed }}."exportedDate" is null then {{ text }}."exportedDate" end},
        {'field': 'invoiceDate', 'raw_value': case when {{ typed }}."invoiceDate" is null then {{ text }}."invoiceDate" end},
        {'field': 'invoiceDueDate', 'raw_value': case when {{ typed }}."invoiceDueDate" is null then {{ text }}."invoiceDueDate" end},
        {'field': 'totalNet', 'raw_value': case when {{ typed }}."totalNet" is null then {{ text }}."totalNet" end},
        {'field': 'totalTax', 'raw_value': case when {{ typed }}."totalTax" is null then {{ text }}."totalTax" end},
        {'field': 'totalGross', 'raw_value': case when {{ typed }}."totalGross" is null then {{ text }}."totalGross" end},
        {'field': 'outstandingAmount', 'raw_value': case when {{ typed }}."outstandingAmount" is null then {{ text }}."outstandingAmount" end},
        {'field': 'financeAccount.id', 'raw_value': case when {{ typed }}."financeAccount"."id" is null then {{ text }}."financeAccount"."id" end},
        {'field': 'bookingId', 'raw_value': case when {{ typed }}."bookingId" is null then {{ text }}."bookingId" end},
        {'field': 'contactId', 'raw_value': case when {{ typed }}."contactId" is null then {{ text }}."contactId" end},
        {'field': 'companyId', 'raw_value': case when {{ typed }}."companyId" is null then {{ text }}."companyId" end},
        {'field': 'postedDate', 'raw_value': case when {{ typed }}."postedDate" is null then {{ text }}."postedDate" end},
        {'field': 'voidedDate', 'raw_value': case when {{ typed }}."voidedDate" is null then {{ text }}."voidedDate" end}
    ], flatten(list_transform(list_zip({{ typed }}."salesInvoiceItems", {{ text }}."salesInvoiceItems"), lambda pair0: [
            {'field': 'salesInvoiceItems.id', 'raw_value': case when pair0[1]."id" is null then pair0[2]."id" end},
            {'field': 'salesInvoiceItems.salesInvoiceId', 'raw_value': case when pair0[1]."salesInvoiceId" is null then pair0[2]."salesInvoiceId" end},
            {'field': 'salesInvoiceItems.quantity', 'raw_value': case when pair0[1]."quantity" is null then pair0[2]."quantity" end},
            {'field': 'salesInvoiceItems.unitPriceNet', 'raw_value': case when pair0[1]."unitPriceNet" is null then pair0[2]."unitPriceNet" end},
            {'field': 'salesInvoiceItems.totalNet', 'raw_value': case when pair0[1]."totalNet" is null then pair0[2]."totalNet" end},
            {'field': 'salesInvoiceItems.totalTax', 'raw_value': case when pair0[1]."totalTax" is null then pair0[2]."totalTax" end},
            {'field': 'salesInvoiceItems.chargeFrom', 'raw_value': case when pair0[1]."chargeFrom" is null then pair0[2]."chargeFrom" end},
            {'field': 'salesInvoiceItems.chargeTo', 'raw_value': case when pair0[1]."chargeTo" is null then pair0[2]."chargeTo" end},
            {'field': 'salesInvoiceItems.taxCodeId', 'raw_value': case when pair0[1]."taxCodeId" is null then pair0[2]."taxCodeId" end},
            {'field': 'salesInvoiceItems.roomStayId', 'raw_value': case when pair0[1]."roomStayId" is null then pair0[2]."roomStayId" end},
            {'field': 'salesInvoiceItems.unitId', 'raw_value': case when pair0[1]."unitId" is null then pair0[2]."unitId" end},
            {'field': 'salesInvoiceItems.extraId', 'raw_value': case when pair0[1]."extraId" is null then pair0[2]."extraId" end}
        ])))
{% endmacro %}
