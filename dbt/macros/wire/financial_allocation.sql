{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro financial_allocation_struct() %}'{"createdDate":"TIMESTAMPTZ","id":"BIGINT","financeAccountId":"BIGINT","importType":"VARCHAR","nominalCode":"VARCHAR","date":"DATE","paymentReference":"VARCHAR","externalReference":"VARCHAR","amount":"DECIMAL(18,4)","sourceInvoiceId":"BIGINT","targetInvoiceId":"BIGINT","currencyCode":"VARCHAR","exportStatus":"VARCHAR","externalId":"VARCHAR","exportedDate":"TIMESTAMPTZ"}'{% endmacro %}

{% macro financial_allocation_fields(row) %}{% call names() %}
    {{ row }}."createdDate" as "created_date",
    {{ row }}."id" as "id",
    {{ row }}."financeAccountId" as "finance_account_id",
    {{ row }}."importType" as "import_type",
    {{ row }}."nominalCode" as "nominal_code",
    {{ row }}."date" as "date",
    {{ row }}."paymentReference" as "payment_reference",
    {{ row }}."externalReference" as "external_reference",
    {{ row }}."amount" as "amount",
    {{ row }}."sourceInvoiceId" as "source_invoice_id",
    {{ row }}."targetInvoiceId" as "target_invoice_id",
    {{ row }}."currencyCode" as "currency_code",
    {{ row }}."exportStatus" as "export_status",
    {{ row }}."externalId" as "external_id",
    {{ row }}."exportedDate" as "exported_date"
{% endcall %}{% endmacro %}

{% macro financial_allocation_text() %}'{"createdDate":"VARCHAR","id":"VARCHAR","financeAccountId":"VARCHAR","date":"VARCHAR","amount":"VARCHAR","sourceInvoiceId":"VARCHAR","targetInvoiceId":"VARCHAR","exportedDate":"VARCHAR"}'{% endmacro %}

{% macro financial_allocation_slips() %}{% call names() %}
    {{ any_of([
        slips('text."createdDate"', 'TIMESTAMPTZ'),
        slips('text."id"', 'BIGINT'),
        slips('text."financeAccountId"', 'BIGINT'),
        slips('text."date"', 'DATE'),
        slips('text."amount"', 'DECIMAL(18,4)'),
        slips('text."sourceInvoiceId"', 'BIGINT'),
        slips('text."targetInvoiceId"', 'BIGINT'),
        slips('text."exportedDate"', 'TIMESTAMPTZ')
    ]) }}
{% endcall %}{% endmacro %}

{% macro financial_allocation_untyped() %}{% call names() %}
    {{ list_of([
        unless_typed('createdDate', 'text."createdDate"', 'TIMESTAMPTZ'),
        unless_typed('id', 'text."id"', 'BIGINT'),
        unless_typed('financeAccountId', 'text."financeAccountId"', 'BIGINT'),
        unless_typed('date', 'text."date"', 'DATE'),
        unless_typed('amount', 'text."amount"', 'DECIMAL(18,4)'),
        unless_typed('sourceInvoiceId', 'text."sourceInvoiceId"', 'BIGINT'),
        unless_typed('targetInvoiceId', 'text."targetInvoiceId"', 'BIGINT'),
        unless_typed('exportedDate', 'text."exportedDate"', 'TIMESTAMPTZ')
    ]) }}
{% endcall %}{% endmacro %}
