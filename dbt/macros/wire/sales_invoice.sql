{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro sales_invoice_struct() %}'{"id":"BIGINT","status":"VARCHAR","organisationId":"BIGINT","exportStatus":"VARCHAR","externalId":"VARCHAR","exportedDate":"VARCHAR","exportDate":"VARCHAR","invoiceNumber":"VARCHAR","invoiceType":"VARCHAR","type":"VARCHAR","invoiceDate":"VARCHAR","invoiceDueDate":"VARCHAR","currencyCode":"VARCHAR","totalNet":"DECIMAL(17,4)","totalTax":"DECIMAL(17,4)","totalGross":"DECIMAL(17,4)","outstandingAmount":"DECIMAL(17,4)","financeAccount":{"id":"BIGINT","type":"VARCHAR"},"bookingId":"BIGINT","contactId":"BIGINT","companyId":"BIGINT","postedDate":"VARCHAR","voidedDate":"VARCHAR","salesInvoiceItems":[{"id":"BIGINT","itemId":"BIGINT","description":"VARCHAR","quantity":"DECIMAL(19,6)","unitPriceNet":"DECIMAL(19,6)","totalNet":"DECIMAL(17,4)","totalTax":"DECIMAL(17,4)","productCode":"VARCHAR","taxType":"VARCHAR","bookingReference":"VARCHAR","chargeFrom":"VARCHAR","chargeTo":"VARCHAR","taxCodeId":"BIGINT","roomStayId":"BIGINT","unitId":"BIGINT","extraId":"BIGINT"}]}'{% endmacro %}

{% macro sales_invoice_fields(row) %}{% call names() %}
    {{ row }}."id" as "id",
    nullif({{ row }}."status", '') as "status",
    {{ reference(row ~ '."organisationId"') }} as "organisation_id",
    nullif({{ row }}."exportStatus", '') as "export_status",
    nullif({{ row }}."externalId", '') as "external_id",
    coalesce({{ moment(row ~ '."exportedDate"') }}, {{ moment(row ~ '."exportDate"') }}) as "exported_date",
    coalesce({{ date_without_offset(row ~ '."exportedDate"') }}, {{ date_without_offset(row ~ '."exportDate"') }}) as "exported_date__on",
    nullif({{ row }}."invoiceNumber", '') as "invoice_number",
    coalesce(nullif({{ row }}."invoiceType", ''), nullif({{ row }}."type", '')) as "invoice_type",
    {{ date_in(row ~ '."invoiceDate"') }} as "invoice_date",
    {{ date_in(row ~ '."invoiceDueDate"') }} as "invoice_due_date",
    nullif({{ row }}."currencyCode", '') as "currency_code",
    {{ row }}."totalNet" as "total_net",
    {{ row }}."totalTax" as "total_tax",
    {{ row }}."totalGross" as "total_gross",
    {{ row }}."outstandingAmount" as "outstanding_amount",
    {{ reference(row ~ '."financeAccount"."id"') }} as "finance_account__id",
    nullif({{ row }}."financeAccount"."type", '') as "finance_account__type",
    {{ reference(row ~ '."bookingId"') }} as "booking_id",
    {{ reference(row ~ '."contactId"') }} as "contact_id",
    {{ reference(row ~ '."companyId"') }} as "company_id",
    {{ date_in(row ~ '."postedDate"') }} as "posted_date",
    {{ date_in(row ~ '."voidedDate"') }} as "voided_date",
    {{ row }}."salesInvoiceItems" as "sales_invoice_items"
{% endcall %}{% endmacro %}

{% macro sales_invoice_item_struct() %}'{"id":"BIGINT","itemId":"BIGINT","description":"VARCHAR","quantity":"DECIMAL(19,6)","unitPriceNet":"DECIMAL(19,6)","totalNet":"DECIMAL(17,4)","totalTax":"DECIMAL(17,4)","productCode":"VARCHAR","taxType":"VARCHAR","bookingReference":"VARCHAR","chargeFrom":"VARCHAR","chargeTo":"VARCHAR","taxCodeId":"BIGINT","roomStayId":"BIGINT","unitId":"BIGINT","extraId":"BIGINT"}'{% endmacro %}

{% macro sales_invoice_item_fields(row) %}{% call names() %}
    coalesce({{ row }}."id", {{ row }}."itemId") as "id",
    nullif({{ row }}."description", '') as "description",
    {{ row }}."quantity" as "quantity",
    {{ row }}."unitPriceNet" as "unit_price_net",
    {{ row }}."totalNet" as "total_net",
    {{ row }}."totalTax" as "total_tax",
    nullif({{ row }}."productCode", '') as "product_code",
    nullif({{ row }}."taxType", '') as "tax_type",
    nullif({{ row }}."bookingReference", '') as "booking_reference",
    {{ date_in(row ~ '."chargeFrom"') }} as "charge_from",
    {{ date_in(row ~ '."chargeTo"') }} as "charge_to",
    {{ reference(row ~ '."taxCodeId"') }} as "tax_code_id",
    {{ reference(row ~ '."roomStayId"') }} as "room_stay_id",
    {{ reference(row ~ '."unitId"') }} as "unit_id",
    {{ reference(row ~ '."extraId"') }} as "extra_id"
{% endcall %}{% endmacro %}

{% macro sales_invoice_text() %}'{"id":"VARCHAR","organisationId":"VARCHAR","exportedDate":"VARCHAR","exportDate":"VARCHAR","invoiceDate":"VARCHAR","invoiceDueDate":"VARCHAR","totalNet":"VARCHAR","totalTax":"VARCHAR","totalGross":"VARCHAR","outstandingAmount":"VARCHAR","financeAccount":{"id":"VARCHAR"},"bookingId":"VARCHAR","contactId":"VARCHAR","companyId":"VARCHAR","postedDate":"VARCHAR","voidedDate":"VARCHAR","salesInvoiceItems":[{"id":"VARCHAR","itemId":"VARCHAR","quantity":"VARCHAR","unitPriceNet":"VARCHAR","totalNet":"VARCHAR","totalTax":"VARCHAR","chargeFrom":"VARCHAR","chargeTo":"VARCHAR","taxCodeId":"VARCHAR","roomStayId":"VARCHAR","unitId":"VARCHAR","extraId":"VARCHAR"}]}'{% endmacro %}

{% macro sales_invoice_slips() %}{% call names() %}
    {{ any_of([
        slips('"id"', 'text."id"'),
        slips('"organisation_id"', reference_text('text."organisationId"')),
        slips('"exported_date"', first_of(['text."exportedDate"', 'text."exportDate"'])),
        slips('"invoice_date"', 'text."invoiceDate"'),
        slips('"invoice_due_date"', 'text."invoiceDueDate"'),
        slips('"total_net"', 'text."totalNet"'),
        slips('"total_tax"', 'text."totalTax"'),
        slips('"total_gross"', 'text."totalGross"'),
        slips('"outstanding_amount"', 'text."outstandingAmount"'),
        slips('"finance_account__id"', reference_text('text."financeAccount"."id"')),
        slips('"booking_id"', reference_text('text."bookingId"')),
        slips('"contact_id"', reference_text('text."contactId"')),
        slips('"company_id"', reference_text('text."companyId"')),
        slips('"posted_date"', 'text."postedDate"'),
        slips('"voided_date"', 'text."voidedDate"'),
        slips_in('"sales_invoice_items"', 'text."salesInvoiceItems"', 'item0', count_of([
            is_read(first_of(['item0."id"', 'item0."itemId"'])),
            is_read('item0."quantity"'),
            is_read('item0."unitPriceNet"'),
            is_read('item0."totalNet"'),
            is_read('item0."totalTax"'),
            is_read(date_in('item0."chargeFrom"')),
            is_read(date_in('item0."chargeTo"')),
            is_read('item0."taxCodeId"'),
            is_read('item0."roomStayId"'),
            is_read('item0."unitId"'),
            is_read('item0."extraId"')
        ]), count_of([
            is_written(first_of(['item0."id"', 'item0."itemId"'])),
            is_written('item0."quantity"'),
            is_written('item0."unitPriceNet"'),
            is_written('item0."totalNet"'),
            is_written('item0."totalTax"'),
            is_written('item0."chargeFrom"'),
            is_written('item0."chargeTo"'),
            is_written('item0."taxCodeId"'),
            is_written('item0."roomStayId"'),
            is_written('item0."unitId"'),
            is_written('item0."extraId"')
        ]))
    ]) }}
{% endcall %}{% endmacro %}

{% macro sales_invoice_untyped() %}{% call names() %}
    {{ unread(all_of([list_of([
        field_of('id', 'text."id"', '"id"'),
        field_of('organisationId', reference_text('text."organisationId"'), '"organisation_id"'),
        field_of('exportedDate', first_of(['text."exportedDate"', 'text."exportDate"']), '"exported_date"'),
        field_of('invoiceDate', 'text."invoiceDate"', '"invoice_date"'),
        field_of('invoiceDueDate', 'text."invoiceDueDate"', '"invoice_due_date"'),
        field_of('totalNet', 'text."totalNet"', '"total_net"'),
        field_of('totalTax', 'text."totalTax"', '"total_tax"'),
        field_of('totalGross', 'text."totalGross"', '"total_gross"'),
        field_of('outstandingAmount', 'text."outstandingAmount"', '"outstanding_amount"'),
        field_of('financeAccount.id', reference_text('text."financeAccount"."id"'), '"finance_account__id"'),
        field_of('bookingId', reference_text('text."bookingId"'), '"booking_id"'),
        field_of('contactId', reference_text('text."contactId"'), '"contact_id"'),
        field_of('companyId', reference_text('text."companyId"'), '"company_id"'),
        field_of('postedDate', 'text."postedDate"', '"posted_date"'),
        field_of('voidedDate', 'text."voidedDate"', '"voided_date"')
    ]), flatten_of('"sales_invoice_items"', 'text."salesInvoiceItems"', 'item0', list_of([
            field_of('salesInvoiceItems.id', first_of([text_beside('item0') ~ '."id"', text_beside('item0') ~ '."itemId"']), first_of([read_of('item0') ~ '."id"', read_of('item0') ~ '."itemId"'])),
            field_of('salesInvoiceItems.quantity', text_beside('item0') ~ '."quantity"', read_of('item0') ~ '."quantity"'),
            field_of('salesInvoiceItems.unitPriceNet', text_beside('item0') ~ '."unitPriceNet"', read_of('item0') ~ '."unitPriceNet"'),
            field_of('salesInvoiceItems.totalNet', text_beside('item0') ~ '."totalNet"', read_of('item0') ~ '."totalNet"'),
            field_of('salesInvoiceItems.totalTax', text_beside('item0') ~ '."totalTax"', read_of('item0') ~ '."totalTax"'),
            field_of('salesInvoiceItems.chargeFrom', text_beside('item0') ~ '."chargeFrom"'),
            field_of('salesInvoiceItems.chargeTo', text_beside('item0') ~ '."chargeTo"'),
            field_of('salesInvoiceItems.taxCodeId', text_beside('item0') ~ '."taxCodeId"', read_of('item0') ~ '."taxCodeId"'),
            field_of('salesInvoiceItems.roomStayId', text_beside('item0') ~ '."roomStayId"', read_of('item0') ~ '."roomStayId"'),
            field_of('salesInvoiceItems.unitId', text_beside('item0') ~ '."unitId"', read_of('item0') ~ '."unitId"'),
            field_of('salesInvoiceItems.extraId', text_beside('item0') ~ '."extraId"', read_of('item0') ~ '."extraId"')
        ]))]), dates=true) }}
{% endcall %}{% endmacro %}
