{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro sales_invoice_item_text() %}'{"id":"VARCHAR","totalNet":"VARCHAR","totalTax":"VARCHAR","chargeFrom":"VARCHAR","chargeTo":"VARCHAR","taxCodeId":"VARCHAR","roomStayId":"VARCHAR","unitId":"VARCHAR","extraId":"VARCHAR"}'{% endmacro %}

{% macro sales_invoice_item_slips() %}{% call names() %}
    {{ any_of([
        slips('"id"', 'text."id"'),
        slips('"total_net"', 'text."totalNet"'),
        slips('"total_tax"', 'text."totalTax"'),
        slips('"charge_from"', 'text."chargeFrom"'),
        slips('"charge_to"', 'text."chargeTo"'),
        slips('"tax_code_id"', 'text."taxCodeId"'),
        slips('"room_stay_id"', 'text."roomStayId"'),
        slips('"unit_id"', 'text."unitId"'),
        slips('"extra_id"', 'text."extraId"')
    ]) }}
{% endcall %}{% endmacro %}

{% macro sales_invoice_item_untyped() %}{% call names() %}
    {{ list_of([
        unless_typed('id', '"id"', 'text."id"'),
        unless_typed('totalNet', '"total_net"', 'text."totalNet"'),
        unless_typed('totalTax', '"total_tax"', 'text."totalTax"'),
        unless_typed('chargeFrom', '"charge_from"', 'text."chargeFrom"'),
        unless_typed('chargeTo', '"charge_to"', 'text."chargeTo"'),
        unless_typed('taxCodeId', '"tax_code_id"', 'text."taxCodeId"'),
        unless_typed('roomStayId', '"room_stay_id"', 'text."roomStayId"'),
        unless_typed('unitId', '"unit_id"', 'text."unitId"'),
        unless_typed('extraId', '"extra_id"', 'text."extraId"')
    ]) }}
{% endcall %}{% endmacro %}
