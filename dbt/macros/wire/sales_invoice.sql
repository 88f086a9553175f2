{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro sales_invoice_struct() %}'{"id":"BIGINT","status":"VARCHAR","organisationId":"BIGINT","exportStatus":"VARCHAR","externalId":"VARCHAR","exportedDate":"TIMESTAMPTZ","invoiceNumber":"VARCHAR","invoiceType":"VARCHAR","invoiceDate":"DATE","invoiceDueDate":"DATE","currencyCode":"VARCHAR","totalNet":"DECIMAL(18,4)","totalTax":"DECIMAL(18,4)","totalGross":"DECIMAL(18,4)","outstandingAmount":"DECIMAL(18,4)","financeAccount":{"id":"BIGINT","type":"VARCHAR"},"bookingId":"BIGINT","contactId":"BIGINT","companyId":"BIGINT","postedDate":"DATE","voidedDate":"DATE","salesInvoiceItems":[{"id":"BIGINT","totalNet":"DECIMAL(18,4)","totalTax":"DECIMAL(18,4)","productCode":"VARCHAR","bookingReference":"VARCHAR","chargeFrom":"DATE","chargeTo":"DATE","taxCodeId":"BIGINT","roomStayId":"BIGINT","unitId":"BIGINT","extraId":"BIGINT"}]}'{% endmacro %}

{% macro sales_invoice_fields(row) %}
    {{ row }}."id" as "id",
    {{ row }}."status" as "status",
    {{ row }}."organisationId" as "organisation_id",
    {{ row }}."exportStatus" as "export_status",
    {{ row }}."externalId" as "external_id",
    {{ row }}."exportedDate" as "exported_date",
    {{ row }}."invoiceNumber" as "invoice_number",
    {{ row }}."invoiceType" as "invoice_type",
    {{ row }}."invoiceDate" as "invoice_date",
    {{ row }}."invoiceDueDate" as "invoice_due_date",
    {{ row }}."currencyCode" as "currency_code",
    {{ row }}."totalNet" as "total_net",
    {{ row }}."totalTax" as "total_tax",
    {{ row }}."totalGross" as "total_gross",
    {{ row }}."outstandingAmount" as "outstanding_amount",
    {{ row }}."financeAccount"."id" as "finance_account__id",
    {{ row }}."financeAccount"."type" as "finance_account__type",
    {{ row }}."bookingId" as "booking_id",
    {{ row }}."contactId" as "contact_id",
    {{ row }}."companyId" as "company_id",
    {{ row }}."postedDate" as "posted_date",
    {{ row }}."voidedDate" as "voided_date",
    {{ row }}."salesInvoiceItems" as "sales_invoice_items"
{% endmacro %}

{% macro sales_invoice_item_struct() %}'{"id":"BIGINT","totalNet":"DECIMAL(18,4)","totalTax":"DECIMAL(18,4)","productCode":"VARCHAR","bookingReference":"VARCHAR","chargeFrom":"DATE","chargeTo":"DATE","taxCodeId":"BIGINT","roomStayId":"BIGINT","unitId":"BIGINT","extraId":"BIGINT"}'{% endmacro %}

{% macro sales_invoice_item_fields(row) %}
    {{ row }}."id" as "id",
    {{ row }}."totalNet" as "total_net",
    {{ row }}."totalTax" as "total_tax",
    {{ row }}."productCode" as "product_code",
    {{ row }}."bookingReference" as "booking_reference",
    {{ row }}."chargeFrom" as "charge_from",
    {{ row }}."chargeTo" as "charge_to",
    {{ row }}."taxCodeId" as "tax_code_id",
    {{ row }}."roomStayId" as "room_stay_id",
    {{ row }}."unitId" as "unit_id",
    {{ row }}."extraId" as "extra_id"
{% endmacro %}

{% macro sales_invoice_text() %}'{"id":"VARCHAR","organisationId":"VARCHAR","exportedDate":"VARCHAR","invoiceDate":"VARCHAR","invoiceDueDate":"VARCHAR","totalNet":"VARCHAR","totalTax":"VARCHAR","totalGross":"VARCHAR","outstandingAmount":"VARCHAR","financeAccount":{"id":"VARCHAR"},"bookingId":"VARCHAR","contactId":"VARCHAR","companyId":"VARCHAR","postedDate":"VARCHAR","voidedDate":"VARCHAR","salesInvoiceItems":[{"id":"VARCHAR","totalNet":"VARCHAR","totalTax":"VARCHAR","chargeFrom":"VARCHAR","chargeTo":"VARCHAR","taxCodeId":"VARCHAR","roomStayId":"VARCHAR","unitId":"VARCHAR","extraId":"VARCHAR"}]}'{% endmacro %}

{% macro sales_invoice_slips() %}
    {{ slips('text."id"', 'BIGINT') }}
    or {{ slips('text."organisationId"', 'BIGINT') }}
    or {{ slips('text."exportedDate"', 'TIMESTAMPTZ') }}
    or {{ slips('text."invoiceDate"', 'DATE') }}
    or {{ slips('text."invoiceDueDate"', 'DATE') }}
    or {{ slips('text."totalNet"', 'DECIMAL(18,4)') }}
    or {{ slips('text."totalTax"', 'DECIMAL(18,4)') }}
    or {{ slips('text."totalGross"', 'DECIMAL(18,4)') }}
    or {{ slips('text."outstandingAmount"', 'DECIMAL(18,4)') }}
    or {{ slips('text."financeAccount"."id"', 'BIGINT') }}
    or {{ slips('text."bookingId"', 'BIGINT') }}
    or {{ slips('text."contactId"', 'BIGINT') }}
    or {{ slips('text."companyId"', 'BIGINT') }}
    or {{ slips('text."postedDate"', 'DATE') }}
    or {{ slips('text."voidedDate"', 'DATE') }}
    or len(list_filter(text."salesInvoiceItems", lambda item0:
        {{ slips('item0."id"', 'BIGINT') }}
        or {{ slips('item0."totalNet"', 'DECIMAL(18,4)') }}
        or {{ slips('item0."totalTax"', 'DECIMAL(18,4)') }}
        or {{ slips('item0."chargeFrom"', 'DATE') }}
        or {{ slips('item0."chargeTo"', 'DATE') }}
        or {{ slips('item0."taxCodeId"', 'BIGINT') }}
        or {{ slips('item0."roomStayId"', 'BIGINT') }}
        or {{ slips('item0."unitId"', 'BIGINT') }}
        or {{ slips('item0."extraId"', 'BIGINT') }})) > 0
{% endmacro %}

{% macro sales_invoice_untyped() %}
    list_concat([
        {'field': 'id', 'raw_value': {{ unless_typed('text."id"', 'BIGINT') }}},
        {'field': 'organisationId', 'raw_value': {{ unless_typed('text."organisationId"', 'BIGINT') }}},
        {'field': 'exportedDate', 'raw_value': {{ unless_typed('text."exportedDate"', 'TIMESTAMPTZ') }}},
        {'field': 'invoiceDate', 'raw_value': {{ unless_typed('text."invoiceDate"', 'DATE') }}},
        {'field': 'invoiceDueDate', 'raw_value': {{ unless_typed('text."invoiceDueDate"', 'DATE') }}},
        {'field': 'totalNet', 'raw_value': {{ unless_typed('text."totalNet"', 'DECIMAL(18,4)') }}},
        {'field': 'totalTax', 'raw_value': {{ unless_typed('text."totalTax"', 'DECIMAL(18,4)') }}},
        {'field': 'totalGross', 'raw_value': {{ unless_typed('text."totalGross"', 'DECIMAL(18,4)') }}},
        {'field': 'outstandingAmount', 'raw_value': {{ unless_typed('text."outstandingAmount"', 'DECIMAL(18,4)') }}},
        {'field': 'financeAccount.id', 'raw_value': {{ unless_typed('text."financeAccount"."id"', 'BIGINT') }}},
        {'field': 'bookingId', 'raw_value': {{ unless_typed('text."bookingId"', 'BIGINT') }}},
        {'field': 'contactId', 'raw_value': {{ unless_typed('text."contactId"', 'BIGINT') }}},
        {'field': 'companyId', 'raw_value': {{ unless_typed('text."companyId"', 'BIGINT') }}},
        {'field': 'postedDate', 'raw_value': {{ unless_typed('text."postedDate"', 'DATE') }}},
        {'field': 'voidedDate', 'raw_value': {{ unless_typed('text."voidedDate"', 'DATE') }}}
    ], flatten(list_transform(text."salesInvoiceItems", lambda item0: [
            {'field': 'salesInvoiceItems.id', 'raw_value': {{ unless_typed('item0."id"', 'BIGINT') }}},
            {'field': 'salesInvoiceItems.totalNet', 'raw_value': {{ unless_typed('item0."totalNet"', 'DECIMAL(18,4)') }}},
            {'field': 'salesInvoiceItems.totalTax', 'raw_value': {{ unless_typed('item0."totalTax"', 'DECIMAL(18,4)') }}},
            {'field': 'salesInvoiceItems.chargeFrom', 'raw_value': {{ unless_typed('item0."chargeFrom"', 'DATE') }}},
            {'field': 'salesInvoiceItems.chargeTo', 'raw_value': {{ unless_typed('item0."chargeTo"', 'DATE') }}},
            {'field': 'salesInvoiceItems.taxCodeId', 'raw_value': {{ unless_typed('item0."taxCodeId"', 'BIGINT') }}},
            {'field': 'salesInvoiceItems.roomStayId', 'raw_value': {{ unless_typed('item0."roomStayId"', 'BIGINT') }}},
            {'field': 'salesInvoiceItems.unitId', 'raw_value': {{ unless_typed('item0."unitId"', 'BIGINT') }}},
            {'field': 'salesInvoiceItems.extraId', 'raw_value': {{ unless_typed('item0."extraId"', 'BIGINT') }}}
        ])))
{% endmacro %}
