{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro availability_interval_struct() %}'{"startDate":"DATE","endDate":"DATE","available":"BOOLEAN","reason":"VARCHAR"}'{% endmacro %}

{% macro availability_interval_fields(row) %}{% call names() %}
    {{ row }}."startDate" as "start_date",
    {{ row }}."endDate" as "end_date",
    {{ row }}."available" as "available",
    nullif({{ row }}."reason", '') as "reason"
{% endcall %}{% endmacro %}

{% macro availability_interval_text() %}'{"startDate":"VARCHAR","endDate":"VARCHAR","available":"VARCHAR"}'{% endmacro %}

{% macro availability_interval_slips() %}{% call names() %}
    {{ any_of([
        slips('record."startDate"', 'text."startDate"'),
        slips('record."endDate"', 'text."endDate"'),
        slips('record."available"', 'text."available"')
    ]) }}
{% endcall %}{% endmacro %}

{% macro availability_interval_untyped() %}{% call names() %}
    {{ list_of([
        unless_typed('startDate', 'record."startDate"', 'text."startDate"'),
        unless_typed('endDate', 'record."endDate"', 'text."endDate"'),
        unless_typed('available', 'record."available"', 'text."available"')
    ]) }}
{% endcall %}{% endmacro %}
