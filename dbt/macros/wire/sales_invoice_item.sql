{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro sales_invoice_item_text() %}'{"id":"VARCHAR","totalNet":"VARCHAR","totalTax":"VARCHAR","chargeFrom":"VARCHAR","chargeTo":"VARCHAR","taxCodeId":"VARCHAR","roomStayId":"VARCHAR","unitId":"VARCHAR","extraId":"VARCHAR"}'{% endmacro %}

{% macro sales_invoice_item_slips() %}{% call names() %}
    {{ any_of([
        slips('record."id"', 'text."id"'),
        slips('record."totalNet"', 'text."totalNet"'),
        slips('record."totalTax"', 'text."totalTax"'),
        slips(date_in('record."chargeFrom"'), 'text."chargeFrom"'),
        slips(date_in('record."chargeTo"'), 'text."chargeTo"'),
        slips('record."taxCodeId"', 'text."taxCodeId"'),
        slips('record."roomStayId"', 'text."roomStayId"'),
        slips('record."unitId"', 'text."unitId"'),
        slips('record."extraId"', 'text."extraId"')
    ]) }}
{% endcall %}{% endmacro %}

{% macro sales_invoice_item_untyped() %}{% call names() %}
    {{ list_of([
        unless_typed('id', 'record."id"', 'text."id"'),
        unless_typed('totalNet', 'record."totalNet"', 'text."totalNet"'),
        unless_typed('totalTax', 'record."totalTax"', 'text."totalTax"'),
        unless_typed('chargeFrom', date_in('record."chargeFrom"'), 'text."chargeFrom"'),
        unless_typed('chargeTo', date_in('record."chargeTo"'), 'text."chargeTo"'),
        unless_typed('taxCodeId', 'record."taxCodeId"', 'text."taxCodeId"'),
        unless_typed('roomStayId', 'record."roomStayId"', 'text."roomStayId"'),
        unless_typed('unitId', 'record."unitId"', 'text."unitId"'),
        unless_typed('extraId', 'record."extraId"', 'text."extraId"')
    ]) }}
{% endcall %}{% endmacro %}
