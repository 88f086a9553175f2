{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro financial_summary_struct() %}'{"charges":"DECIMAL(17,4)","payments":"DECIMAL(17,4)","adjustments":"DECIMAL(17,4)","balance":"DECIMAL(17,4)","currencyCode":"VARCHAR"}'{% endmacro %}

{% macro financial_summary_fields(row) %}{% call names() %}
    {{ row }}."charges" as "charges",
    {{ row }}."payments" as "payments",
    {{ row }}."adjustments" as "adjustments",
    {{ row }}."balance" as "balance",
    nullif({{ row }}."currencyCode", '') as "currency_code"
{% endcall %}{% endmacro %}

{% macro financial_summary_text() %}'{"charges":"VARCHAR","payments":"VARCHAR","adjustments":"VARCHAR","balance":"VARCHAR"}'{% endmacro %}

{% macro financial_summary_slips() %}{% call names() %}
    {{ any_of([
        slips('"charges"', 'text."charges"'),
        slips('"payments"', 'text."payments"'),
        slips('"adjustments"', 'text."adjustments"'),
        slips('"balance"', 'text."balance"')
    ]) }}
{% endcall %}{% endmacro %}

{% macro financial_summary_untyped() %}{% call names() %}
    {{ unread(list_of([
        field_of('charges', 'text."charges"', '"charges"'),
        field_of('payments', 'text."payments"', '"payments"'),
        field_of('adjustments', 'text."adjustments"', '"adjustments"'),
        field_of('balance', 'text."balance"', '"balance"')
    ])) }}
{% endcall %}{% endmacro %}
