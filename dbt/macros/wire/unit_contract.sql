{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro unit_contract_struct() %}'{"id":"BIGINT","unitId":"BIGINT","buildingId":"BIGINT","startDate":"DATE","endDate":"DATE","contractType":"VARCHAR","partyName":"VARCHAR","rentAmount":"DECIMAL(18,4)","rentFrequency":"VARCHAR","breakDate":"DATE","currencyCode":"VARCHAR"}'{% endmacro %}

{% macro unit_contract_fields(row) %}{% call names() %}
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
{% endcall %}{% endmacro %}

{% macro unit_contract_text() %}'{"id":"VARCHAR","unitId":"VARCHAR","buildingId":"VARCHAR","startDate":"VARCHAR","endDate":"VARCHAR","rentAmount":"VARCHAR","breakDate":"VARCHAR"}'{% endmacro %}

{% macro unit_contract_slips() %}{% call names() %}
    {{ any_of([
        slips('text."id"', 'BIGINT'),
        slips('text."unitId"', 'BIGINT'),
        slips('text."buildingId"', 'BIGINT'),
        slips('text."startDate"', 'DATE'),
        slips('text."endDate"', 'DATE'),
        slips('text."rentAmount"', 'DECIMAL(18,4)'),
        slips('text."breakDate"', 'DATE')
    ]) }}
{% endcall %}{% endmacro %}

{% macro unit_contract_untyped() %}{% call names() %}
    {{ list_of([
        unless_typed('id', 'text."id"', 'BIGINT'),
        unless_typed('unitId', 'text."unitId"', 'BIGINT'),
        unless_typed('buildingId', 'text."buildingId"', 'BIGINT'),
        unless_typed('startDate', 'text."startDate"', 'DATE'),
        unless_typed('endDate', 'text."endDate"', 'DATE'),
        unless_typed('rentAmount', 'text."rentAmount"', 'DECIMAL(18,4)'),
        unless_typed('breakDate', 'text."breakDate"', 'DATE')
    ]) }}
{% endcall %}{% endmacro %}
