{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro unit_contract_struct() %}'{"id":"BIGINT","unitId":"BIGINT","buildingId":"BIGINT","startDate":"DATE","endDate":"DATE","contractType":"VARCHAR","partyName":"VARCHAR","rentAmount":"DECIMAL(18,4)","rentFrequency":"VARCHAR","breakDate":"DATE","currencyCode":"VARCHAR"}'{% endmacro %}

{% macro unit_contract_fields(row) %}
    {{ row }}."id" as id,
    {{ row }}."unitId" as unit_id,
    {{ row }}."buildingId" as building_id,
    {{ row }}."startDate" as start_date,
    {{ row }}."endDate" as end_date,
    {{ row }}."contractType" as contract_type,
    {{ row }}."partyName" as party_name,
    {{ row }}."rentAmount" as rent_amount,
    {{ row }}."rentFrequency" as rent_frequency,
    {{ row }}."breakDate" as break_date,
    {{ row }}."currencyCode" as currency_code
{% endmacro %}

{% macro unit_contract_text() %}'{"id":"VARCHAR","unitId":"VARCHAR","buildingId":"VARCHAR","startDate":"VARCHAR","endDate":"VARCHAR","contractType":"VARCHAR","partyName":"VARCHAR","rentAmount":"VARCHAR","rentFrequency":"VARCHAR","breakDate":"VARCHAR","currencyCode":"VARCHAR"}'{% endmacro %}

{% macro unit_contract_untyped(typed, text) %}
    [
        {'field': 'id', 'raw_value': case when {{ typed }}."id" is null then {{ text }}."id" end},
        {'field': 'unitId', 'raw_value': case when {{ typed }}."unitId" is null then {{ text }}."unitId" end},
        {'field': 'buildingId', 'raw_value': case when {{ typed }}."buildingId" is null then {{ text }}."buildingId" end},
        {'field': 'startDate', 'raw_value': case when {{ typed }}."startDate" is null then {{ text }}."startDate" end},
        {'field': 'endDate', 'raw_value': case when {{ typed }}."endDate" is null then {{ text }}."endDate" end},
        {'field': 'rentAmount', 'raw_value': case when {{ typed }}."rentAmount" is null then {{ text }}."rentAmount" end},
        {'field': 'breakDate', 'raw_value': case when {{ typed }}."breakDate" is null then {{ text }}."breakDate" end}
    ]
{% endmacro %}
