{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro country_struct() %}'{"id":"BIGINT","countryName":"VARCHAR","isoCode2":"VARCHAR","isoCode3":"VARCHAR"}'{% endmacro %}

{% macro country_fields(row) %}{% call names() %}
    {{ row }}."id" as "id",
    nullif({{ row }}."countryName", '') as "country_name",
    nullif({{ row }}."isoCode2", '') as "iso_code2",
    nullif({{ row }}."isoCode3", '') as "iso_code3"
{% endcall %}{% endmacro %}

{% macro country_text() %}'{"id":"VARCHAR"}'{% endmacro %}

{% macro country_slips() %}{% call names() %}
    {{ any_of([
        slips('record."id"', 'text."id"')
    ]) }}
{% endcall %}{% endmacro %}

{% macro country_untyped() %}{% call names() %}
    {{ list_of([
        unless_typed('id', 'record."id"', 'text."id"')
    ]) }}
{% endcall %}{% endmacro %}
