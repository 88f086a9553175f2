{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro unit_contract_struct() %}'{"id":"BIGINT","unitId":"BIGINT","buildingId":"BIGINT","startDate":"VARCHAR","endDate":"VARCHAR","contractType":"VARCHAR","partyName":"VARCHAR","rentAmount":"DECIMAL(18,4)","rentFrequency":"VARCHAR","breakDate":"VARCHAR","currencyCode":"VARCHAR"}'{% endmacro %}

{% macro unit_contract_fields(row) %}{% call names() %}
    {{ row }}."id" as "id",
    {{ row }}."unitId" as "unit_id",
    {{ row }}."buildingId" as "building_id",
    {{ date_in(row ~ '."startDate"') }} as "start_date",
    {{ date_in(row ~ '."endDate"') }} as "end_date",
    nullif({{ row }}."contractType", '') as "contract_type",
    nullif({{ row }}."partyName", '') as "party_name",
    {{ row }}."rentAmount" as "rent_amount",
    nullif({{ row }}."rentFrequency", '') as "rent_frequency",
    {{ date_in(row ~ '."breakDate"') }} as "break_date",
    nullif({{ row }}."currencyCode", '') as "currency_code"
{% endcall %}{% endmacro %}

{% macro unit_contract_text() %}'{"id":"VARCHAR","unitId":"VARCHAR","buildingId":"VARCHAR","startDate":"VARCHAR","endDate":"VARCHAR","rentAmount":"VARCHAR","breakDate":"VARCHAR"}'{% endmacro %}

{% macro unit_contract_slips() %}{% call names() %}
    {{ any_of([
        slips('"id"', 'text."id"'),
        slips('"unit_id"', 'text."unitId"'),
        slips('"building_id"', 'text."buildingId"'),
        slips('"start_date"', 'text."startDate"'),
        slips('"end_date"', 'text."endDate"'),
        slips('"rent_amount"', 'text."rentAmount"'),
        slips('"break_date"', 'text."breakDate"')
    ]) }}
{% endcall %}{% endmacro %}

{% macro unit_contract_untyped() %}{% call names() %}
    {{ unread(list_of([
        field_of('id', 'text."id"', '"id"'),
        field_of('unitId', 'text."unitId"', '"unit_id"'),
        field_of('buildingId', 'text."buildingId"', '"building_id"'),
        field_of('startDate', 'text."startDate"', '"start_date"'),
        field_of('endDate', 'text."endDate"', '"end_date"'),
        field_of('rentAmount', 'text."rentAmount"', '"rent_amount"'),
        field_of('breakDate', 'text."breakDate"', '"break_date"')
    ])) }}
{% endcall %}{% endmacro %}
