{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro sales_invoice_item_text() %}'{"id":"VARCHAR","totalNet":"VARCHAR","totalTax":"VARCHAR","chargeFrom":"VARCHAR","chargeTo":"VARCHAR","taxCodeId":"VARCHAR","roomStayId":"VARCHAR","unitId":"VARCHAR","extraId":"VARCHAR"}'{% endmacro %}

{% macro sales_invoice_item_slips() %}{% call names() %}
    {{ any_of([
        slips('text."id"', 'BIGINT'),
        slips('text."totalNet"', 'DECIMAL(18,4)'),
        slips('text."totalTax"', 'DECIMAL(18,4)'),
        slips('text."chargeFrom"', 'DATE'),
        slips('text."chargeTo"', 'DATE'),
        slips('text."taxCodeId"', 'BIGINT'),
        slips('text."roomStayId"', 'BIGINT'),
        slips('text."unitId"', 'BIGINT'),
        slips('text."extraId"', 'BIGINT')
    ]) }}
{% endcall %}{% endmacro %}

{% macro sales_invoice_item_untyped() %}{% call names() %}
    {{ list_of([
        unless_typed('id', 'text."id"', 'BIGINT'),
        unless_typed('totalNet', 'text."totalNet"', 'DECIMAL(18,4)'),
        unless_typed('totalTax', 'text."totalTax"', 'DECIMAL(18,4)'),
        unless_typed('chargeFrom', 'text."chargeFrom"', 'DATE'),
        unless_typed('chargeTo', 'text."chargeTo"', 'DATE'),
        unless_typed('taxCodeId', 'text."taxCodeId"', 'BIGINT'),
        unless_typed('roomStayId', 'text."roomStayId"', 'BIGINT'),
        unless_typed('unitId', 'text."unitId"', 'BIGINT'),
        unless_typed('extraId', 'text."extraId"', 'BIGINT')
    ]) }}
{% endcall %}{% endmacro %}
