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
    {{ unread(list_of([
        field_of('startDate', 'text."startDate"', '"start_date"'),
        field_of('endDate', 'text."endDate"', '"end_date"'),
        field_of('available', 'text."available"', '"available"')
    ])) }}
{% endcall %}{% endmacro %}
