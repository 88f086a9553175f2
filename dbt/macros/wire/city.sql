{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro city_struct() %}'{"id":"BIGINT","name":"VARCHAR","regionId":"BIGINT","countryId":"BIGINT","latitude":"DOUBLE","longitude":"DOUBLE","deleted":"BOOLEAN"}'{% endmacro %}

{% macro city_fields(row) %}
    {{ row }}."id" as id,
    {{ row }}."name" as name,
    {{ row }}."regionId" as region_id,
    {{ row }}."countryId" as country_id,
    {{ row }}."latitude" as latitude,
    {{ row }}."longitude" as longitude,
    {{ row }}."deleted" as deleted
{% endmacro %}

{% macro city_text() %}'{"id":"VARCHAR","name":"VARCHAR","regionId":"VARCHAR","countryId":"VARCHAR","latitude":"VARCHAR","longitude":"VARCHAR","deleted":"VARCHAR"}'{% endmacro %}

{% macro city_untyped(typed, text) %}
    [
        {'field': 'id', 'raw_value': case when {{ typed }}."id" is null then {{ text }}."id" end},
        {'field': 'regionId', 'raw_value': case when {{ typed }}."regionId" is null then {{ text }}."regionId" end},
        {'field': 'countryId', 'raw_value': case when {{ typed }}."countryId" is null then {{ text }}."countryId" end},
        {'field': 'latitude', 'raw_value': case when {{ typed }}."latitude" is null then {{ text }}."latitude" end},
        {'field': 'longitude', 'raw_value': case when {{ typed }}."longitude" is null then {{ text }}."longitude" end},
        {'field': 'deleted', 'raw_value': case when {{ typed }}."deleted" is null then {{ text }}."deleted" end}
    ]
{% endmacro %}
