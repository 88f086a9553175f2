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
        slips('"start_date"', 'text."startDate"'),
        slips('"end_date"', 'text."endDate"'),
        slips('"available"', 'text."available"')
    ]) }}
{% endcall %}{% endmacro %}

{% macro availability_interval_untyped() %}{% call names() %}
    {{ list_of([
        unless_typed('startDate', '"start_date"', 'text."startDate"'),
        unless_typed('endDate', '"end_date"', 'text."endDate"'),
        unless_typed('available', '"available"', 'text."available"')
    ]) }}
{% endcall %}{% endmacro %}
