{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro financial_allocation_struct() %}'{"createdDate":"VARCHAR","id":"BIGINT","financeAccountId":"BIGINT","importType":"VARCHAR","nominalCode":"VARCHAR","date":"VARCHAR","paymentReference":"VARCHAR","externalReference":"VARCHAR","amount":"DECIMAL(17,4)","sourceInvoiceId":"BIGINT","targetInvoiceId":"BIGINT","currencyCode":"VARCHAR","exportStatus":"VARCHAR","externalId":"VARCHAR","exportedDate":"VARCHAR","exportDate":"VARCHAR"}'{% endmacro %}

{% macro financial_allocation_fields(row) %}{% call names() %}
    {{ moment(row ~ '."createdDate"') }} as "created_date",
    {{ date_without_offset(row ~ '."createdDate"') }} as "created_date__on",
    {{ row }}."id" as "id",
    {{ reference(row ~ '."financeAccountId"') }} as "finance_account_id",
    nullif({{ row }}."importType", '') as "import_type",
    nullif({{ row }}."nominalCode", '') as "nominal_code",
    {{ date_in(row ~ '."date"') }} as "date",
    nullif({{ row }}."paymentReference", '') as "payment_reference",
    nullif({{ row }}."externalReference", '') as "external_reference",
    {{ row }}."amount" as "amount",
    {{ reference(row ~ '."sourceInvoiceId"') }} as "source_invoice_id",
    {{ reference(row ~ '."targetInvoiceId"') }} as "target_invoice_id",
    nullif({{ row }}."currencyCode", '') as "currency_code",
    nullif({{ row }}."exportStatus", '') as "export_status",
    nullif({{ row }}."externalId", '') as "external_id",
    coalesce({{ moment(row ~ '."exportedDate"') }}, {{ moment(row ~ '."exportDate"') }}) as "exported_date",
    coalesce({{ date_without_offset(row ~ '."exportedDate"') }}, {{ date_without_offset(row ~ '."exportDate"') }}) as "exported_date__on"
{% endcall %}{% endmacro %}

{% macro financial_allocation_text() %}'{"createdDate":"VARCHAR","id":"VARCHAR","financeAccountId":"VARCHAR","date":"VARCHAR","amount":"VARCHAR","sourceInvoiceId":"VARCHAR","targetInvoiceId":"VARCHAR","exportedDate":"VARCHAR","exportDate":"VARCHAR"}'{% endmacro %}

{% macro financial_allocation_slips() %}{% call names() %}
    {{ any_of([
        slips('"created_date"', 'text."createdDate"'),
        slips('"id"', 'text."id"'),
        slips('"finance_account_id"', reference_text('text."financeAccountId"')),
        slips('"date"', 'text."date"'),
        slips('"amount"', 'text."amount"'),
        slips('"source_invoice_id"', reference_text('text."sourceInvoiceId"')),
        slips('"target_invoice_id"', reference_text('text."targetInvoiceId"')),
        slips('"exported_date"', first_of(['text."exportedDate"', 'text."exportDate"']))
    ]) }}
{% endcall %}{% endmacro %}

{% macro financial_allocation_untyped() %}{% call names() %}
    {{ unread(list_of([
        field_of('createdDate', 'text."createdDate"', '"created_date"'),
        field_of('id', 'text."id"', '"id"'),
        field_of('financeAccountId', reference_text('text."financeAccountId"'), '"finance_account_id"'),
        field_of('date', 'text."date"', '"date"'),
        field_of('amount', 'text."amount"', '"amount"'),
        field_of('sourceInvoiceId', reference_text('text."sourceInvoiceId"'), '"source_invoice_id"'),
        field_of('targetInvoiceId', reference_text('text."targetInvoiceId"'), '"target_invoice_id"'),
        field_of('exportedDate', first_of(['text."exportedDate"', 'text."exportDate"']), '"exported_date"')
    ])) }}
{% endcall %}{% endmacro %}
