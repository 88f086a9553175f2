{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro city_struct() %}'{"id":"BIGINT","name":"VARCHAR","regionId":"BIGINT","countryId":"BIGINT","latitude":"DOUBLE","longitude":"DOUBLE","deleted":"BOOLEAN"}'{% endmacro %}

{% macro city_fields(row) %}
    {{ row }}."id" as "id",
    {{ row }}."name" as "name",
    {{ row }}."regionId" as "region_id",
    {{ row }}."countryId" as "country_id",
    {{ row }}."latitude" as "latitude",
    {{ row }}."longitude" as "longitude",
    {{ row }}."deleted" as "deleted"
{% endmacro %}

{% macro city_text() %}'{"id":"VARCHAR","regionId":"VARCHAR","countryId":"VARCHAR","latitude":"VARCHAR","longitude":"VARCHAR","deleted":"VARCHAR"}'{% endmacro %}

{% macro city_slips() %}
    {{ slips('text."id"', 'BIGINT') }}
    or {{ slips('text."regionId"', 'BIGINT') }}
    or {{ slips('text."countryId"', 'BIGINT') }}
    or {{ slips('text."latitude"', 'DOUBLE') }}
    or {{ slips('text."longitude"', 'DOUBLE') }}
    or {{ slips('text."deleted"', 'BOOLEAN') }}
{% endmacro %}

{% macro city_untyped() %}
    [
        {'field': 'id', 'raw_value': {{ unless_typed('text."id"', 'BIGINT') }}},
        {'field': 'regionId', 'raw_value': {{ unless_typed('text."regionId"', 'BIGINT') }}},
        {'field': 'countryId', 'raw_value': {{ unless_typed('text."countryId"', 'BIGINT') }}},
        {'field': 'latitude', 'raw_value': {{ unless_typed('text."latitude"', 'DOUBLE') }}},
        {'field': 'longitude', 'raw_value': {{ unless_typed('text."longitude"', 'DOUBLE') }}},
        {'field': 'deleted', 'raw_value': {{ unless_typed('text."deleted"', 'BOOLEAN') }}}
    ]
{% endmacro %}
