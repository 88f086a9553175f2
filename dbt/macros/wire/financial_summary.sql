{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro financial_summary_struct() %}'{"charges":"DECIMAL(18,4)","payments":"DECIMAL(18,4)","adjustments":"DECIMAL(18,4)","balance":"DECIMAL(18,4)","currencyCode":"VARCHAR"}'{% endmacro %}

{% macro financial_summary_fields(row) %}
    {{ row }}."charges" as "charges",
    {{ row }}."payments" as "payments",
    {{ row }}."adjustments" as "adjustments",
    {{ row }}."balance" as "balance",
    {{ row }}."currencyCode" as "currency_code"
{% endmacro %}

{% macro financial_summary_text() %}'{"charges":"VARCHAR","payments":"VARCHAR","adjustments":"VARCHAR","balance":"VARCHAR"}'{% endmacro %}

{% macro financial_summary_slips() %}
    {{ slips('text."charges"', 'DECIMAL(18,4)') }}
    or {{ slips('text."payments"', 'DECIMAL(18,4)') }}
    or {{ slips('text."adjustments"', 'DECIMAL(18,4)') }}
    or {{ slips('text."balance"', 'DECIMAL(18,4)') }}
{% endmacro %}

{% macro financial_summary_untyped() %}
    [
        {'field': 'charges', 'raw_value': {{ unless_typed('text."charges"', 'DECIMAL(18,4)') }}},
        {'field': 'payments', 'raw_value': {{ unless_typed('text."payments"', 'DECIMAL(18,4)') }}},
        {'field': 'adjustments', 'raw_value': {{ unless_typed('text."adjustments"', 'DECIMAL(18,4)') }}},
        {'field': 'balance', 'raw_value': {{ unless_typed('text."balance"', 'DECIMAL(18,4)') }}}
    ]
{% endmacro %}
