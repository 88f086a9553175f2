{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro area_struct() %}'{"id":"BIGINT","name":"VARCHAR","cityId":"BIGINT","regionId":"BIGINT","countryId":"BIGINT","parentAreaId":"BIGINT","deleted":"BOOLEAN"}'{% endmacro %}

{% macro area_fields(row) %}
    {{ row }}."id" as "id",
    {{ row }}."name" as "name",
    {{ row }}."cityId" as "city_id",
    {{ row }}."regionId" as "region_id",
    {{ row }}."countryId" as "country_id",
    {{ row }}."parentAreaId" as "parent_area_id",
    {{ row }}."deleted" as "deleted"
{% endmacro %}

{% macro area_text() %}'{"id":"VARCHAR","cityId":"VARCHAR","regionId":"VARCHAR","countryId":"VARCHAR","parentAreaId":"VARCHAR","deleted":"VARCHAR"}'{% endmacro %}

{% macro area_slips() %}
    {{ slips('text."id"', 'BIGINT') }}
    or {{ slips('text."cityId"', 'BIGINT') }}
    or {{ slips('text."regionId"', 'BIGINT') }}
    or {{ slips('text."countryId"', 'BIGINT') }}
    or {{ slips('text."parentAreaId"', 'BIGINT') }}
    or {{ slips('text."deleted"', 'BOOLEAN') }}
{% endmacro %}

{% macro area_untyped() %}
    [
        {'field': 'id', 'raw_value': {{ unless_typed('text."id"', 'BIGINT') }}},
        {'field': 'cityId', 'raw_value': {{ unless_typed('text."cityId"', 'BIGINT') }}},
        {'field': 'regionId', 'raw_value': {{ unless_typed('text."regionId"', 'BIGINT') }}},
        {'field': 'countryId', 'raw_value': {{ unless_typed('text."countryId"', 'BIGINT') }}},
        {'field': 'parentAreaId', 'raw_value': {{ unless_typed('text."parentAreaId"', 'BIGINT') }}},
        {'field': 'deleted', 'raw_value': {{ unless_typed('text."deleted"', 'BOOLEAN') }}}
    ]
{% endmacro %}
