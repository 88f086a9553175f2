{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro booking_pricing_struct() %}'{"total":{"gross":"DECIMAL(18,4)","net":"DECIMAL(18,4)","vat":"DECIMAL(18,4)"},"due":{"gross":"DECIMAL(18,4)","net":"DECIMAL(18,4)","vat":"DECIMAL(18,4)"}}'{% endmacro %}

{% macro booking_pricing_fields(row) %}
    {{ row }}."total"."gross" as "total__gross",
    {{ row }}."total"."net" as "total__net",
    {{ row }}."total"."vat" as "total__vat",
    {{ row }}."due"."gross" as "due__gross",
    {{ row }}."due"."net" as "due__net",
    {{ row }}."due"."vat" as "due__vat"
{% endmacro %}

{% macro booking_pricing_text() %}'{"total":{"gross":"VARCHAR","net":"VARCHAR","vat":"VARCHAR"},"due":{"gross":"VARCHAR","net":"VARCHAR","vat":"VARCHAR"}}'{% endmacro %}

{% macro booking_pricing_slips() %}
    {{ slips('text."total"."gross"', 'DECIMAL(18,4)') }}
    or {{ slips('text."total"."net"', 'DECIMAL(18,4)') }}
    or {{ slips('text."total"."vat"', 'DECIMAL(18,4)') }}
    or {{ slips('text."due"."gross"', 'DECIMAL(18,4)') }}
    or {{ slips('text."due"."net"', 'DECIMAL(18,4)') }}
    or {{ slips('text."due"."vat"', 'DECIMAL(18,4)') }}
{% endmacro %}

{% macro booking_pricing_untyped() %}
    [
        {'field': 'total.gross', 'raw_value': {{ unless_typed('text."total"."gross"', 'DECIMAL(18,4)') }}},
        {'field': 'total.net', 'raw_value': {{ unless_typed('text."total"."net"', 'DECIMAL(18,4)') }}},
        {'field': 'total.vat', 'raw_value': {{ unless_typed('text."total"."vat"', 'DECIMAL(18,4)') }}},
        {'field': 'due.gross', 'raw_value': {{ unless_typed('text."due"."gross"', 'DECIMAL(18,4)') }}},
        {'field': 'due.net', 'raw_value': {{ unless_typed('text."due"."net"', 'DECIMAL(18,4)') }}},
        {'field': 'due.vat', 'raw_value': {{ unless_typed('text."due"."vat"', 'DECIMAL(18,4)') }}}
    ]
{% endmacro %}
