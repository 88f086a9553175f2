{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro financial_allocation_struct() %}'{"createdDate":"VARCHAR","id":"BIGINT","financeAccountId":"BIGINT","importType":"VARCHAR","nominalCode":"VARCHAR","date":"VARCHAR","paymentReference":"VARCHAR","externalReference":"VARCHAR","amount":"DECIMAL(18,4)","sourceInvoiceId":"BIGINT","targetInvoiceId":"BIGINT","currencyCode":"VARCHAR","exportStatus":"VARCHAR","externalId":"VARCHAR","exportedDate":"VARCHAR"}'{% endmacro %}

{% macro financial_allocation_fields(row) %}{% call names() %}
    {{ moment(row ~ '."createdDate"') }} as "created_date",
    {{ date_without_offset(row ~ '."createdDate"') }} as "created_date__on",
    {{ row }}."id" as "id",
    {{ row }}."financeAccountId" as "finance_account_id",
    nullif({{ row }}."importType", '') as "import_type",
    nullif({{ row }}."nominalCode", '') as "nominal_code",
    {{ date_in(row ~ '."date"') }} as "date",
    nullif({{ row }}."paymentReference", '') as "payment_reference",
    nullif({{ row }}."externalReference", '') as "external_reference",
    {{ row }}."amount" as "amount",
    {{ row }}."sourceInvoiceId" as "source_invoice_id",
    {{ row }}."targetInvoiceId" as "target_invoice_id",
    nullif({{ row }}."currencyCode", '') as "currency_code",
    nullif({{ row }}."exportStatus", '') as "export_status",
    nullif({{ row }}."externalId", '') as "external_id",
    {{ moment(row ~ '."exportedDate"') }} as "exported_date",
    {{ date_without_offset(row ~ '."exportedDate"') }} as "exported_date__on"
{% endcall %}{% endmacro %}

{% macro financial_allocation_text() %}'{"createdDate":"VARCHAR","id":"VARCHAR","financeAccountId":"VARCHAR","date":"VARCHAR","amount":"VARCHAR","sourceInvoiceId":"VARCHAR","targetInvoiceId":"VARCHAR","exportedDate":"VARCHAR"}'{% endmacro %}

{% macro financial_allocation_slips() %}{% call names() %}
    {{ any_of([
        slips(moment('record."createdDate"'), 'text."createdDate"'),
        slips('record."id"', 'text."id"'),
        slips('record."financeAccountId"', 'text."financeAccountId"'),
        slips(date_in('record."date"'), 'text."date"'),
        slips('record."amount"', 'text."amount"'),
        slips('record."sourceInvoiceId"', 'text."sourceInvoiceId"'),
        slips('record."targetInvoiceId"', 'text."targetInvoiceId"'),
        slips(moment('record."exportedDate"'), 'text."exportedDate"')
    ]) }}
{% endcall %}{% endmacro %}

{% macro financial_allocation_untyped() %}{% call names() %}
    {{ list_of([
        unless_typed('createdDate', moment('record."createdDate"'), 'text."createdDate"'),
        unless_typed('id', 'record."id"', 'text."id"'),
        unless_typed('financeAccountId', 'record."financeAccountId"', 'text."financeAccountId"'),
        unless_typed('date', date_in('record."date"'), 'text."date"'),
        unless_typed('amount', 'record."amount"', 'text."amount"'),
        unless_typed('sourceInvoiceId', 'record."sourceInvoiceId"', 'text."sourceInvoiceId"'),
        unless_typed('targetInvoiceId', 'record."targetInvoiceId"', 'text."targetInvoiceId"'),
        unless_typed('exportedDate', moment('record."exportedDate"'), 'text."exportedDate"')
    ]) }}
{% endcall %}{% endmacro %}
