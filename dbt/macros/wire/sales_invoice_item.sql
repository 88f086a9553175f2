{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro sales_invoice_item_text() %}'{"id":"VARCHAR","itemId":"VARCHAR","quantity":"VARCHAR","unitPriceNet":"VARCHAR","totalNet":"VARCHAR","totalTax":"VARCHAR","chargeFrom":"VARCHAR","chargeTo":"VARCHAR","taxCodeId":"VARCHAR","roomStayId":"VARCHAR","unitId":"VARCHAR","extraId":"VARCHAR"}'{% endmacro %}

{% macro sales_invoice_item_slips() %}{% call names() %}
    {{ any_of([
        slips('"id"', first_of(['text."id"', 'text."itemId"'])),
        slips('"quantity"', 'text."quantity"'),
        slips('"unit_price_net"', 'text."unitPriceNet"'),
        slips('"total_net"', 'text."totalNet"'),
        slips('"total_tax"', 'text."totalTax"'),
        slips('"charge_from"', 'text."chargeFrom"'),
        slips('"charge_to"', 'text."chargeTo"'),
        slips('"tax_code_id"', reference_text('text."taxCodeId"')),
        slips('"room_stay_id"', reference_text('text."roomStayId"')),
        slips('"unit_id"', reference_text('text."unitId"')),
        slips('"extra_id"', reference_text('text."extraId"'))
    ]) }}
{% endcall %}{% endmacro %}

{% macro sales_invoice_item_untyped() %}{% call names() %}
    {{ unread(list_of([
        field_of('id', first_of(['text."id"', 'text."itemId"']), '"id"'),
        field_of('quantity', 'text."quantity"', '"quantity"'),
        field_of('unitPriceNet', 'text."unitPriceNet"', '"unit_price_net"'),
        field_of('totalNet', 'text."totalNet"', '"total_net"'),
        field_of('totalTax', 'text."totalTax"', '"total_tax"'),
        field_of('chargeFrom', 'text."chargeFrom"', '"charge_from"'),
        field_of('chargeTo', 'text."chargeTo"', '"charge_to"'),
        field_of('taxCodeId', reference_text('text."taxCodeId"'), '"tax_code_id"'),
        field_of('roomStayId', reference_text('text."roomStayId"'), '"room_stay_id"'),
        field_of('unitId', reference_text('text."unitId"'), '"unit_id"'),
        field_of('extraId', reference_text('text."extraId"'), '"extra_id"')
    ])) }}
{% endcall %}{% endmacro %}
