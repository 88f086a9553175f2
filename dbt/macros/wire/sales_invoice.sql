{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro sales_invoice_struct() %}'{"id":"BIGINT","status":"VARCHAR","organisationId":"BIGINT","exportStatus":"VARCHAR","externalId":"VARCHAR","exportedDate":"TIMESTAMPTZ","invoiceNumber":"VARCHAR","invoiceType":"VARCHAR","invoiceDate":"DATE","invoiceDueDate":"DATE","currencyCode":"VARCHAR","totalNet":"DECIMAL(18,4)","totalTax":"DECIMAL(18,4)","totalGross":"DECIMAL(18,4)","outstandingAmount":"DECIMAL(18,4)","financeAccount":{"id":"BIGINT","type":"VARCHAR"},"bookingId":"BIGINT","contactId":"BIGINT","companyId":"BIGINT","postedDate":"DATE","voidedDate":"DATE","salesInvoiceItems":[{"id":"BIGINT","totalNet":"DECIMAL(18,4)","totalTax":"DECIMAL(18,4)","productCode":"VARCHAR","bookingReference":"VARCHAR","chargeFrom":"DATE","chargeTo":"DATE","taxCodeId":"BIGINT","roomStayId":"BIGINT","unitId":"BIGINT","extraId":"BIGINT"}]}'{% endmacro %}

{% macro sales_invoice_fields(row) %}{% call names() %}
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
{% endcall %}{% endmacro %}

{% macro sales_invoice_item_struct() %}'{"id":"BIGINT","totalNet":"DECIMAL(18,4)","totalTax":"DECIMAL(18,4)","productCode":"VARCHAR","bookingReference":"VARCHAR","chargeFrom":"DATE","chargeTo":"DATE","taxCodeId":"BIGINT","roomStayId":"BIGINT","unitId":"BIGINT","extraId":"BIGINT"}'{% endmacro %}

{% macro sales_invoice_item_fields(row) %}{% call names() %}
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
{% endcall %}{% endmacro %}

{% macro sales_invoice_text() %}'{"id":"VARCHAR","organisationId":"VARCHAR","exportedDate":"VARCHAR","invoiceDate":"VARCHAR","invoiceDueDate":"VARCHAR","totalNet":"VARCHAR","totalTax":"VARCHAR","totalGross":"VARCHAR","outstandingAmount":"VARCHAR","financeAccount":{"id":"VARCHAR"},"bookingId":"VARCHAR","contactId":"VARCHAR","companyId":"VARCHAR","postedDate":"VARCHAR","voidedDate":"VARCHAR","salesInvoiceItems":[{"id":"VARCHAR","totalNet":"VARCHAR","totalTax":"VARCHAR","chargeFrom":"VARCHAR","chargeTo":"VARCHAR","taxCodeId":"VARCHAR","roomStayId":"VARCHAR","unitId":"VARCHAR","extraId":"VARCHAR"}]}'{% endmacro %}

{% macro sales_invoice_slips() %}{% call names() %}
    {{ any_of([
        slips('text."id"', 'BIGINT'),
        slips('text."organisationId"', 'BIGINT'),
        slips('text."exportedDate"', 'TIMESTAMPTZ'),
        slips('text."invoiceDate"', 'DATE'),
        slips('text."invoiceDueDate"', 'DATE'),
        slips('text."totalNet"', 'DECIMAL(18,4)'),
        slips('text."totalTax"', 'DECIMAL(18,4)'),
        slips('text."totalGross"', 'DECIMAL(18,4)'),
        slips('text."outstandingAmount"', 'DECIMAL(18,4)'),
        slips('text."financeAccount"."id"', 'BIGINT'),
        slips('text."bookingId"', 'BIGINT'),
        slips('text."contactId"', 'BIGINT'),
        slips('text."companyId"', 'BIGINT'),
        slips('text."postedDate"', 'DATE'),
        slips('text."voidedDate"', 'DATE'),
        any_in('text."salesInvoiceItems"', 'item0', any_of([
            slips('item0."id"', 'BIGINT'),
            slips('item0."totalNet"', 'DECIMAL(18,4)'),
            slips('item0."totalTax"', 'DECIMAL(18,4)'),
            slips('item0."chargeFrom"', 'DATE'),
            slips('item0."chargeTo"', 'DATE'),
            slips('item0."taxCodeId"', 'BIGINT'),
            slips('item0."roomStayId"', 'BIGINT'),
            slips('item0."unitId"', 'BIGINT'),
            slips('item0."extraId"', 'BIGINT')
        ]))
    ]) }}
{% endcall %}{% endmacro %}

{% macro sales_invoice_untyped() %}{% call names() %}
    {{ all_of([list_of([
        unless_typed('id', 'text."id"', 'BIGINT'),
        unless_typed('organisationId', 'text."organisationId"', 'BIGINT'),
        unless_typed('exportedDate', 'text."exportedDate"', 'TIMESTAMPTZ'),
        unless_typed('invoiceDate', 'text."invoiceDate"', 'DATE'),
        unless_typed('invoiceDueDate', 'text."invoiceDueDate"', 'DATE'),
        unless_typed('totalNet', 'text."totalNet"', 'DECIMAL(18,4)'),
        unless_typed('totalTax', 'text."totalTax"', 'DECIMAL(18,4)'),
        unless_typed('totalGross', 'text."totalGross"', 'DECIMAL(18,4)'),
        unless_typed('outstandingAmount', 'text."outstandingAmount"', 'DECIMAL(18,4)'),
        unless_typed('financeAccount.id', 'text."financeAccount"."id"', 'BIGINT'),
        unless_typed('bookingId', 'text."bookingId"', 'BIGINT'),
        unless_typed('contactId', 'text."contactId"', 'BIGINT'),
        unless_typed('companyId', 'text."companyId"', 'BIGINT'),
        unless_typed('postedDate', 'text."postedDate"', 'DATE'),
        unless_typed('voidedDate', 'text."voidedDate"', 'DATE')
    ]), flatten_of('text."salesInvoiceItems"', 'item0', list_of([
            unless_typed('salesInvoiceItems.id', 'item0."id"', 'BIGINT'),
            unless_typed('salesInvoiceItems.totalNet', 'item0."totalNet"', 'DECIMAL(18,4)'),
            unless_typed('salesInvoiceItems.totalTax', 'item0."totalTax"', 'DECIMAL(18,4)'),
            unless_typed('salesInvoiceItems.chargeFrom', 'item0."chargeFrom"', 'DATE'),
            unless_typed('salesInvoiceItems.chargeTo', 'item0."chargeTo"', 'DATE'),
            unless_typed('salesInvoiceItems.taxCodeId', 'item0."taxCodeId"', 'BIGINT'),
            unless_typed('salesInvoiceItems.roomStayId', 'item0."roomStayId"', 'BIGINT'),
            unless_typed('salesInvoiceItems.unitId', 'item0."unitId"', 'BIGINT'),
            unless_typed('salesInvoiceItems.extraId', 'item0."extraId"', 'BIGINT')
        ]))]) }}
{% endcall %}{% endmacro %}
