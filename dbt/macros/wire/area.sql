{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro area_struct() %}'{"id":"BIGINT","name":"VARCHAR","cityId":"BIGINT","regionId":"BIGINT","countryId":"BIGINT","parentAreaId":"BIGINT","deleted":"BOOLEAN"}'{% endmacro %}

{% macro area_fields(row) %}
    {{ row }}."id" as id,
    {{ row }}."name" as name,
    {{ row }}."cityId" as city_id,
    {{ row }}."regionId" as region_id,
    {{ row }}."countryId" as country_id,
    {{ row }}."parentAreaId" as parent_area_id,
    {{ row }}."deleted" as deleted
{% endmacro %}

{% macro area_text() %}'{"id":"VARCHAR","name":"VARCHAR","cityId":"VARCHAR","regionId":"VARCHAR","countryId":"VARCHAR","parentAreaId":"VARCHAR","deleted":"VARCHAR"}'{% endmacro %}

{% macro area_untyped(typed, text) %}
    [
        {'field': 'id', 'raw_value': case when {{ typed }}."id" is null then {{ text }}."id" end},
        {'field': 'cityId', 'raw_value': case when {{ typed }}."cityId" is null then {{ text }}."cityId" end},
        {'field': 'regionId', 'raw_value': case when {{ typed }}."regionId" is null then {{ text }}."regionId" end},
        {'field': 'countryId', 'raw_value': case when {{ typed }}."countryId" is null then {{ text }}."countryId" end},
        {'field': 'parentAreaId', 'raw_value': case when {{ typed }}."parentAreaId" is null then {{ text }}."parentAreaId" end},
        {'field': 'deleted', 'raw_value': case when {{ typed }}."deleted" is null then {{ text }}."deleted" end}
    ]
{% endmacro %}
