{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}

{% macro unit_contract_struct() %}'{"id":"BIGINT","unitId":"BIGINT","startDate":"VARCHAR","endDate":"VARCHAR","contractType":"VARCHAR"}'{% endmacro %}

{% macro unit_contract_fields(row) %}{% call names() %}
    {{ row }}."id" as "id",
    {{ reference(row ~ '."unitId"') }} as "unit_id",
    {{ date_in(row ~ '."startDate"') }} as "start_date",
    {{ date_in(row ~ '."endDate"') }} as "end_date",
    nullif({{ row }}."contractType", '') as "contract_type"
{% endcall %}{% endmacro %}

{% macro unit_contract_text() %}'{"id":"VARCHAR","unitId":"VARCHAR","startDate":"VARCHAR","endDate":"VARCHAR"}'{% endmacro %}

{% macro unit_contract_slips() %}{% call names() %}
    {{ any_of([
        slips('"id"', 'text."id"'),
        slips('"unit_id"', reference_text('text."unitId"')),
        slips('"start_date"', 'text."startDate"'),
        slips('"end_date"', 'text."endDate"')
    ]) }}
{% endcall %}{% endmacro %}

{% macro unit_contract_untyped() %}{% call names() %}
    {{ unread(list_of([
        field_of('id', 'text."id"', '"id"'),
        field_of('unitId', reference_text('text."unitId"'), '"unit_id"'),
        field_of('startDate', 'text."startDate"', '"start_date"'),
        field_of('endDate', 'text."endDate"', '"end_date"')
    ])) }}
{% endcall %}{% endmacro %}
