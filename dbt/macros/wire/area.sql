{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro area_struct() %}'{"id":"BIGINT","name":"VARCHAR","cityId":"BIGINT","regionId":"BIGINT","countryId":"BIGINT","parentAreaId":"BIGINT","deleted":"BOOLEAN"}'{% endmacro %}

{% macro area_fields(row) %}{% call names() %}
    {{ row }}."id" as "id",
    {{ row }}."name" as "name",
    {{ row }}."cityId" as "city_id",
    {{ row }}."regionId" as "region_id",
    {{ row }}."countryId" as "country_id",
    {{ row }}."parentAreaId" as "parent_area_id",
    {{ row }}."deleted" as "deleted"
{% endcall %}{% endmacro %}

{% macro area_text() %}'{"id":"VARCHAR","cityId":"VARCHAR","regionId":"VARCHAR","countryId":"VARCHAR","parentAreaId":"VARCHAR","deleted":"VARCHAR"}'{% endmacro %}

{% macro area_slips() %}{% call names() %}
    {{ any_of([
        slips('text."id"', 'BIGINT'),
        slips('text."cityId"', 'BIGINT'),
        slips('text."regionId"', 'BIGINT'),
        slips('text."countryId"', 'BIGINT'),
        slips('text."parentAreaId"', 'BIGINT'),
        slips('text."deleted"', 'BOOLEAN')
    ]) }}
{% endcall %}{% endmacro %}

{% macro area_untyped() %}{% call names() %}
    {{ list_of([
        unless_typed('id', 'text."id"', 'BIGINT'),
        unless_typed('cityId', 'text."cityId"', 'BIGINT'),
        unless_typed('regionId', 'text."regionId"', 'BIGINT'),
        unless_typed('countryId', 'text."countryId"', 'BIGINT'),
        unless_typed('parentAreaId', 'text."parentAreaId"', 'BIGINT'),
        unless_typed('deleted', 'text."deleted"', 'BOOLEAN')
    ]) }}
{% endcall %}{% endmacro %}
