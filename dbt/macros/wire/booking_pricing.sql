{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro booking_pricing_struct() %}'{"total":{"gross":"DECIMAL(17,4)","net":"DECIMAL(17,4)","vat":"DECIMAL(17,4)"},"due":{"gross":"DECIMAL(17,4)","net":"DECIMAL(17,4)","vat":"DECIMAL(17,4)"}}'{% endmacro %}

{% macro booking_pricing_fields(row) %}{% call names() %}
    {{ row }}."total"."gross" as "total__gross",
    {{ row }}."total"."net" as "total__net",
    {{ row }}."total"."vat" as "total__vat",
    {{ row }}."due"."gross" as "due__gross",
    {{ row }}."due"."net" as "due__net",
    {{ row }}."due"."vat" as "due__vat"
{% endcall %}{% endmacro %}

{% macro booking_pricing_text() %}'{"total":{"gross":"VARCHAR","net":"VARCHAR","vat":"VARCHAR"},"due":{"gross":"VARCHAR","net":"VARCHAR","vat":"VARCHAR"}}'{% endmacro %}

{% macro booking_pricing_slips() %}{% call names() %}
    {{ any_of([
        slips('"total__gross"', 'text."total"."gross"'),
        slips('"total__net"', 'text."total"."net"'),
        slips('"total__vat"', 'text."total"."vat"'),
        slips('"due__gross"', 'text."due"."gross"'),
        slips('"due__net"', 'text."due"."net"'),
        slips('"due__vat"', 'text."due"."vat"')
    ]) }}
{% endcall %}{% endmacro %}

{% macro booking_pricing_untyped() %}{% call names() %}
    {{ unread(list_of([
        field_of('total.gross', 'text."total"."gross"', '"total__gross"'),
        field_of('total.net', 'text."total"."net"', '"total__net"'),
        field_of('total.vat', 'text."total"."vat"', '"total__vat"'),
        field_of('due.gross', 'text."due"."gross"', '"due__gross"'),
        field_of('due.net', 'text."due"."net"', '"due__net"'),
        field_of('due.vat', 'text."due"."vat"', '"due__vat"')
    ])) }}
{% endcall %}{% endmacro %}
