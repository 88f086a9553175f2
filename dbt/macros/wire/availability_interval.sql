{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro availability_interval_struct() %}'{"startDate":"VARCHAR","endDate":"VARCHAR","available":"BOOLEAN","reason":"VARCHAR"}'{% endmacro %}

{% macro availability_interval_fields(row) %}{% call names() %}
    {{ date_in(row ~ '."startDate"') }} as "start_date",
    {{ date_in(row ~ '."endDate"') }} as "end_date",
    {{ row }}."available" as "available",
    nullif({{ row }}."reason", '') as "reason"
{% endcall %}{% endmacro %}

{% macro availability_interval_text() %}'{"startDate":"VARCHAR","endDate":"VARCHAR","available":"VARCHAR"}'{% endmacro %}

{% macro availability_interval_slips() %}{% call names() %}
    {{ any_of([
        slips(date_in('record."startDate"'), 'text."startDate"'),
        slips(date_in('record."endDate"'), 'text."endDate"'),
        slips('record."available"', 'text."available"')
    ]) }}
{% endcall %}{% endmacro %}

{% macro availability_interval_untyped() %}{% call names() %}
    {{ list_of([
        unless_typed('startDate', date_in('record."startDate"'), 'text."startDate"'),
        unless_typed('endDate', date_in('record."endDate"'), 'text."endDate"'),
        unless_typed('available', 'record."available"', 'text."available"')
    ]) }}
{% endcall %}{% endmacro %}
