{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro city_struct() %}'{"id":"BIGINT","name":"VARCHAR","regionId":"BIGINT","countryId":"BIGINT","latitude":"DOUBLE","longitude":"DOUBLE","deleted":"BOOLEAN"}'{% endmacro %}

{% macro city_fields(row) %}{% call names() %}
    {{ row }}."id" as "id",
    {{ row }}."name" as "name",
    {{ row }}."regionId" as "region_id",
    {{ row }}."countryId" as "country_id",
    {{ row }}."latitude" as "latitude",
    {{ row }}."longitude" as "longitude",
    {{ row }}."deleted" as "deleted"
{% endcall %}{% endmacro %}

{% macro city_text() %}'{"id":"VARCHAR","regionId":"VARCHAR","countryId":"VARCHAR","latitude":"VARCHAR","longitude":"VARCHAR","deleted":"VARCHAR"}'{% endmacro %}

{% macro city_slips() %}{% call names() %}
    {{ any_of([
        slips('text."id"', 'BIGINT'),
        slips('text."regionId"', 'BIGINT'),
        slips('text."countryId"', 'BIGINT'),
        slips('text."latitude"', 'DOUBLE'),
        slips('text."longitude"', 'DOUBLE'),
        slips('text."deleted"', 'BOOLEAN')
    ]) }}
{% endcall %}{% endmacro %}

{% macro city_untyped() %}{% call names() %}
    {{ list_of([
        unless_typed('id', 'text."id"', 'BIGINT'),
        unless_typed('regionId', 'text."regionId"', 'BIGINT'),
        unless_typed('countryId', 'text."countryId"', 'BIGINT'),
        unless_typed('latitude', 'text."latitude"', 'DOUBLE'),
        unless_typed('longitude', 'text."longitude"', 'DOUBLE'),
        unless_typed('deleted', 'text."deleted"', 'BOOLEAN')
    ]) }}
{% endcall %}{% endmacro %}
