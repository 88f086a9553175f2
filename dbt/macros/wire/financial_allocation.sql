{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro financial_allocation_struct() %}'{"createdDate":"TIMESTAMPTZ","lastModifiedDate":"TIMESTAMPTZ","id":"BIGINT","financeAccountId":"BIGINT","importType":"VARCHAR","nominalCode":"VARCHAR","date":"DATE","paymentReference":"VARCHAR","externalReference":"VARCHAR","amount":"DECIMAL(18,4)","sourceInvoiceId":"BIGINT","targetInvoiceId":"BIGINT","currencyCode":"VARCHAR","exportStatus":"VARCHAR","externalId":"VARCHAR","exportedDate":"TIMESTAMPTZ"}'{% endmacro %}

{% macro financial_allocation_fields(row) %}
    {{ row }}."createdDate" as created_date,
    {{ row }}."lastModifiedDate" as last_modified_date,
    {{ row }}."id" as id,
    {{ row }}."financeAccountId" as finance_account_id,
    {{ row }}."importType" as import_type,
    {{ row }}."nominalCode" as nominal_code,
    {{ row }}."date" as date,
    {{ row }}."paymentReference" as payment_reference,
    {{ row }}."externalReference" as external_reference,
    {{ row }}."amount" as amount,
    {{ row }}."sourceInvoiceId" as source_invoice_id,
    {{ row }}."targetInvoiceId" as target_invoice_id,
    {{ row }}."currencyCode" as currency_code,
    {{ row }}."exportStatus" as export_status,
    {{ row }}."externalId" as external_id,
    {{ row }}."exportedDate" as exported_date
{% endmacro %}

{% macro financial_allocation_text() %}'{"createdDate":"VARCHAR","lastModifiedDate":"VARCHAR","id":"VARCHAR","financeAccountId":"VARCHAR","importType":"VARCHAR","nominalCode":"VARCHAR","date":"VARCHAR","paymentReference":"VARCHAR","externalReference":"VARCHAR","amount":"VARCHAR","sourceInvoiceId":"VARCHAR","targetInvoiceId":"VARCHAR","currencyCode":"VARCHAR","exportStatus":"VARCHAR","externalId":"VARCHAR","exportedDate":"VARCHAR"}'{% endmacro %}

{% macro financial_allocation_untyped(typed, text) %}
    [
        {'field': 'createdDate', 'raw_value': case when {{ typed }}."createdDate" is null then {{ text }}."createdDate" end},
        {'field': 'lastModifiedDate', 'raw_value': case when {{ typed }}."lastModifiedDate" is null then {{ text }}."lastModifiedDate" end},
        {'field': 'id', 'raw_value': case when {{ typed }}."id" is null then {{ text }}."id" end},
        {'field': 'financeAccountId', 'raw_value': case when {{ typed }}."financeAccountId" is null then {{ text }}."financeAccountId" end},
        {'field': 'date', 'raw_value': case when {{ typed }}."date" is null then {{ text }}."date" end},
        {'field': 'amount', 'raw_value': case when {{ typed }}."amount" is null then {{ text }}."amount" end},
        {'field': 'sourceInvoiceId', 'raw_value': case when {{ typed }}."sourceInvoiceId" is null then {{ text }}."sourceInvoiceId" end},
        {'field': 'targetInvoiceId', 'raw_value': case when {{ typed }}."targetInvoiceId" is null then {{ text }}."targetInvoiceId" end},
        {'field': 'exportedDate', 'raw_value': case when {{ typed }}."exportedDate" is null then {{ text }}."exportedDate" end}
    ]
{% endmacro %}
