{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro country_struct() %}'{"id":"BIGINT","countryName":"VARCHAR","isoCode2":"VARCHAR","isoCode3":"VARCHAR"}'{% endmacro %}

{% macro country_fields(row) %}
    {{ row }}."id" as "id",
    {{ row }}."countryName" as "country_name",
    {{ row }}."isoCode2" as "iso_code2",
    {{ row }}."isoCode3" as "iso_code3"
{% endmacro %}

{% macro country_text() %}'{"id":"VARCHAR"}'{% endmacro %}

{% macro country_slips() %}
    {{ slips('text."id"', 'BIGINT') }}
{% endmacro %}

{% macro country_untyped() %}
    [
        {'field': 'id', 'raw_value': {{ unless_typed('text."id"', 'BIGINT') }}}
    ]
{% endmacro %}
