{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro financial_allocation_struct() %}'{"createdDate":"TIMESTAMPTZ","id":"BIGINT","financeAccountId":"BIGINT","importType":"VARCHAR","nominalCode":"VARCHAR","date":"DATE","paymentReference":"VARCHAR","externalReference":"VARCHAR","amount":"DECIMAL(18,4)","sourceInvoiceId":"BIGINT","targetInvoiceId":"BIGINT","currencyCode":"VARCHAR","exportStatus":"VARCHAR","externalId":"VARCHAR","exportedDate":"TIMESTAMPTZ"}'{% endmacro %}

{% macro financial_allocation_fields(row) %}
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
{% endmacro %}

{% macro financial_allocation_text() %}'{"createdDate":"VARCHAR","id":"VARCHAR","financeAccountId":"VARCHAR","date":"VARCHAR","amount":"VARCHAR","sourceInvoiceId":"VARCHAR","targetInvoiceId":"VARCHAR","exportedDate":"VARCHAR"}'{% endmacro %}

{% macro financial_allocation_slips() %}
    {{ slips('text."createdDate"', 'TIMESTAMPTZ') }}
    or {{ slips('text."id"', 'BIGINT') }}
    or {{ slips('text."financeAccountId"', 'BIGINT') }}
    or {{ slips('text."date"', 'DATE') }}
    or {{ slips('text."amount"', 'DECIMAL(18,4)') }}
    or {{ slips('text."sourceInvoiceId"', 'BIGINT') }}
    or {{ slips('text."targetInvoiceId"', 'BIGINT') }}
    or {{ slips('text."exportedDate"', 'TIMESTAMPTZ') }}
{% endmacro %}

{% macro financial_allocation_untyped() %}
    [
        {'field': 'createdDate', 'raw_value': {{ unless_typed('text."createdDate"', 'TIMESTAMPTZ') }}},
        {'field': 'id', 'raw_value': {{ unless_typed('text."id"', 'BIGINT') }}},
        {'field': 'financeAccountId', 'raw_value': {{ unless_typed('text."financeAccountId"', 'BIGINT') }}},
        {'field': 'date', 'raw_value': {{ unless_typed('text."date"', 'DATE') }}},
        {'field': 'amount', 'raw_value': {{ unless_typed('text."amount"', 'DECIMAL(18,4)') }}},
        {'field': 'sourceInvoiceId', 'raw_value': {{ unless_typed('text."sourceInvoiceId"', 'BIGINT') }}},
        {'field': 'targetInvoiceId', 'raw_value': {{ unless_typed('text."targetInvoiceId"', 'BIGINT') }}},
        {'field': 'exportedDate', 'raw_value': {{ unless_typed('text."exportedDate"', 'TIMESTAMPTZ') }}}
    ]
{% endmacro %}
