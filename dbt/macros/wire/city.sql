{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro city_struct() %}'{"id":"BIGINT","name":"VARCHAR","regionId":"BIGINT","countryId":"BIGINT","latitude":"DOUBLE","longitude":"DOUBLE","deleted":"BOOLEAN"}'{% endmacro %}

{% macro city_fields(row) %}{% call names() %}
    {{ row }}."id" as "id",
    nullif({{ row }}."name", '') as "name",
    {{ row }}."regionId" as "region_id",
    {{ row }}."countryId" as "country_id",
    {{ row }}."latitude" as "latitude",
    {{ row }}."longitude" as "longitude",
    {{ row }}."deleted" as "deleted"
{% endcall %}{% endmacro %}

{% macro city_text() %}'{"id":"VARCHAR","regionId":"VARCHAR","countryId":"VARCHAR","latitude":"VARCHAR","longitude":"VARCHAR","deleted":"VARCHAR"}'{% endmacro %}

{% macro city_slips() %}{% call names() %}
    {{ any_of([
        slips('record."id"', 'text."id"'),
        slips('record."regionId"', 'text."regionId"'),
        slips('record."countryId"', 'text."countryId"'),
        slips('record."latitude"', 'text."latitude"'),
        slips('record."longitude"', 'text."longitude"'),
        slips('record."deleted"', 'text."deleted"')
    ]) }}
{% endcall %}{% endmacro %}

{% macro city_untyped() %}{% call names() %}
    {{ list_of([
        unless_typed('id', 'record."id"', 'text."id"'),
        unless_typed('regionId', 'record."regionId"', 'text."regionId"'),
        unless_typed('countryId', 'record."countryId"', 'text."countryId"'),
        unless_typed('latitude', 'record."latitude"', 'text."latitude"'),
        unless_typed('longitude', 'record."longitude"', 'text."longitude"'),
        unless_typed('deleted', 'record."deleted"', 'text."deleted"')
    ]) }}
{% endcall %}{% endmacro %}
