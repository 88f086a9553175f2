{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro area_struct() %}'{"id":"BIGINT","name":"VARCHAR","cityId":"BIGINT","regionId":"BIGINT","countryId":"BIGINT","parentAreaId":"BIGINT","deleted":"BOOLEAN"}'{% endmacro %}

{% macro area_fields(row) %}{% call names() %}
    {{ row }}."id" as "id",
    nullif({{ row }}."name", '') as "name",
    {{ row }}."cityId" as "city_id",
    {{ row }}."regionId" as "region_id",
    {{ row }}."countryId" as "country_id",
    {{ row }}."parentAreaId" as "parent_area_id",
    {{ row }}."deleted" as "deleted"
{% endcall %}{% endmacro %}

{% macro area_text() %}'{"id":"VARCHAR","cityId":"VARCHAR","regionId":"VARCHAR","countryId":"VARCHAR","parentAreaId":"VARCHAR","deleted":"VARCHAR"}'{% endmacro %}

{% macro area_slips() %}{% call names() %}
    {{ any_of([
        slips('record."id"', 'text."id"'),
        slips('record."cityId"', 'text."cityId"'),
        slips('record."regionId"', 'text."regionId"'),
        slips('record."countryId"', 'text."countryId"'),
        slips('record."parentAreaId"', 'text."parentAreaId"'),
        slips('record."deleted"', 'text."deleted"')
    ]) }}
{% endcall %}{% endmacro %}

{% macro area_untyped() %}{% call names() %}
    {{ list_of([
        unless_typed('id', 'record."id"', 'text."id"'),
        unless_typed('cityId', 'record."cityId"', 'text."cityId"'),
        unless_typed('regionId', 'record."regionId"', 'text."regionId"'),
        unless_typed('countryId', 'record."countryId"', 'text."countryId"'),
        unless_typed('parentAreaId', 'record."parentAreaId"', 'text."parentAreaId"'),
        unless_typed('deleted', 'record."deleted"', 'text."deleted"')
    ]) }}
{% endcall %}{% endmacro %}
