{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro financial_summary_struct() %}'{"charges":"DECIMAL(18,4)","payments":"DECIMAL(18,4)","adjustments":"DECIMAL(18,4)","balance":"DECIMAL(18,4)","currencyCode":"VARCHAR"}'{% endmacro %}

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
    {{ list_of([
        unless_typed('charges', '"charges"', 'text."charges"'),
        unless_typed('payments', '"payments"', 'text."payments"'),
        unless_typed('adjustments', '"adjustments"', 'text."adjustments"'),
        unless_typed('balance', '"balance"', 'text."balance"')
    ]) }}
{% endcall %}{% endmacro %}
