{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro sales_invoice_item_text() %}'{"id":"VARCHAR","totalNet":"VARCHAR","totalTax":"VARCHAR","chargeFrom":"VARCHAR","chargeTo":"VARCHAR","taxCodeId":"VARCHAR","roomStayId":"VARCHAR","unitId":"VARCHAR","extraId":"VARCHAR"}'{% endmacro %}

{% macro sales_invoice_item_slips() %}
    {{ slips('text."id"', 'BIGINT') }}
    or {{ slips('text."totalNet"', 'DECIMAL(18,4)') }}
    or {{ slips('text."totalTax"', 'DECIMAL(18,4)') }}
    or {{ slips('text."chargeFrom"', 'DATE') }}
    or {{ slips('text."chargeTo"', 'DATE') }}
    or {{ slips('text."taxCodeId"', 'BIGINT') }}
    or {{ slips('text."roomStayId"', 'BIGINT') }}
    or {{ slips('text."unitId"', 'BIGINT') }}
    or {{ slips('text."extraId"', 'BIGINT') }}
{% endmacro %}

{% macro sales_invoice_item_untyped() %}
    [
        {'field': 'id', 'raw_value': {{ unless_typed('text."id"', 'BIGINT') }}},
        {'field': 'totalNet', 'raw_value': {{ unless_typed('text."totalNet"', 'DECIMAL(18,4)') }}},
        {'field': 'totalTax', 'raw_value': {{ unless_typed('text."totalTax"', 'DECIMAL(18,4)') }}},
        {'field': 'chargeFrom', 'raw_value': {{ unless_typed('text."chargeFrom"', 'DATE') }}},
        {'field': 'chargeTo', 'raw_value': {{ unless_typed('text."chargeTo"', 'DATE') }}},
        {'field': 'taxCodeId', 'raw_value': {{ unless_typed('text."taxCodeId"', 'BIGINT') }}},
        {'field': 'roomStayId', 'raw_value': {{ unless_typed('text."roomStayId"', 'BIGINT') }}},
        {'field': 'unitId', 'raw_value': {{ unless_typed('text."unitId"', 'BIGINT') }}},
        {'field': 'extraId', 'raw_value': {{ unless_typed('text."extraId"', 'BIGINT') }}}
    ]
{% endmacro %}
