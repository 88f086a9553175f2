{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro availability_interval_struct() %}'{"startDate":"DATE","endDate":"DATE","available":"BOOLEAN","reason":"VARCHAR"}'{% endmacro %}

{% macro availability_interval_fields(row) %}
    {{ row }}."startDate" as "start_date",
    {{ row }}."endDate" as "end_date",
    {{ row }}."available" as "available",
    {{ row }}."reason" as "reason"
{% endmacro %}

{% macro availability_interval_text() %}'{"startDate":"VARCHAR","endDate":"VARCHAR","available":"VARCHAR"}'{% endmacro %}

{% macro availability_interval_slips() %}
    {{ slips('text."startDate"', 'DATE') }}
    or {{ slips('text."endDate"', 'DATE') }}
    or {{ slips('text."available"', 'BOOLEAN') }}
{% endmacro %}

{% macro availability_interval_untyped() %}
    [
        {'field': 'startDate', 'raw_value': {{ unless_typed('text."startDate"', 'DATE') }}},
        {'field': 'endDate', 'raw_value': {{ unless_typed('text."endDate"', 'DATE') }}},
        {'field': 'available', 'raw_value': {{ unless_typed('text."available"', 'BOOLEAN') }}}
    ]
{% endmacro %}
