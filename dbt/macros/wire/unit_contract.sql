{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro unit_contract_struct() %}'{"id":"BIGINT","unitId":"BIGINT","buildingId":"BIGINT","startDate":"DATE","endDate":"DATE","contractType":"VARCHAR","partyName":"VARCHAR","rentAmount":"DECIMAL(18,4)","rentFrequency":"VARCHAR","breakDate":"DATE","currencyCode":"VARCHAR"}'{% endmacro %}

{% macro unit_contract_fields(row) %}
    {{ row }}."id" as "id",
    {{ row }}."unitId" as "unit_id",
    {{ row }}."buildingId" as "building_id",
    {{ row }}."startDate" as "start_date",
    {{ row }}."endDate" as "end_date",
    {{ row }}."contractType" as "contract_type",
    {{ row }}."partyName" as "party_name",
    {{ row }}."rentAmount" as "rent_amount",
    {{ row }}."rentFrequency" as "rent_frequency",
    {{ row }}."breakDate" as "break_date",
    {{ row }}."currencyCode" as "currency_code"
{% endmacro %}

{% macro unit_contract_text() %}'{"id":"VARCHAR","unitId":"VARCHAR","buildingId":"VARCHAR","startDate":"VARCHAR","endDate":"VARCHAR","rentAmount":"VARCHAR","breakDate":"VARCHAR"}'{% endmacro %}

{% macro unit_contract_slips() %}
    {{ slips('text."id"', 'BIGINT') }}
    or {{ slips('text."unitId"', 'BIGINT') }}
    or {{ slips('text."buildingId"', 'BIGINT') }}
    or {{ slips('text."startDate"', 'DATE') }}
    or {{ slips('text."endDate"', 'DATE') }}
    or {{ slips('text."rentAmount"', 'DECIMAL(18,4)') }}
    or {{ slips('text."breakDate"', 'DATE') }}
{% endmacro %}

{% macro unit_contract_untyped() %}
    [
        {'field': 'id', 'raw_value': {{ unless_typed('text."id"', 'BIGINT') }}},
        {'field': 'unitId', 'raw_value': {{ unless_typed('text."unitId"', 'BIGINT') }}},
        {'field': 'buildingId', 'raw_value': {{ unless_typed('text."buildingId"', 'BIGINT') }}},
        {'field': 'startDate', 'raw_value': {{ unless_typed('text."startDate"', 'DATE') }}},
        {'field': 'endDate', 'raw_value': {{ unless_typed('text."endDate"', 'DATE') }}},
        {'field': 'rentAmount', 'raw_value': {{ unless_typed('text."rentAmount"', 'DECIMAL(18,4)') }}},
        {'field': 'breakDate', 'raw_value': {{ unless_typed('text."breakDate"', 'DATE') }}}
    ]
{% endmacro %}
