-- A field without which figures are wrong, and which most records stated before and do not state any more, was renamed
-- or withdrawn by the service. One that was never stated does not count: quality.fct_exceptions lists what it leads to.
{% set streams = [
    ('bookings', 'stg_pms__room_stays', 'stg_pms__room_stay_versions', 'room_stay_id', [
        'start_date', 'end_date', 'net_amount', 'currency_code', 'unit_id',
    ]),
    ('sales_invoices', 'stg_pms__sales_invoices', 'stg_pms__sales_invoice_versions', 'invoice_id', [
        'invoice_status', 'due_date', 'finance_account_id', 'currency_code',
        'coalesce(total_gross, total_net, total_tax)',
    ]),
    (
        'financial_allocations', 'stg_pms__financial_allocations', 'stg_pms__financial_allocation_versions',
        'allocation_id', ['amount', 'currency_code', 'target_invoice_id'],
    ),
] -%}
with {% for stream, records, versions, record_id, fields in streams -%}
-- Few records lack a field, so that only their versions are grouped. Records that are gone count nowhere.
{{ stream }}_lacking as (
    select
        {% for field in fields -%}
        max(case when {{ field }} is not null then valid_from end) as stated_{{ loop.index }},
        {% endfor -%}
        max(valid_from) as known_from
    from {{ ref(versions) }}
    where
        {{ record_id }} in (
            select lacking.{{ record_id }}
            from {{ ref(records) }} as lacking
            where
                {{ fields | join(' is null\n                or ') }} is null
        )
    group by {{ record_id }}
),

{{ stream }} as (
    select
        {% for field in fields -%}
        count({{ field }}) as with_{{ loop.index }},
        {% endfor -%}
        count(*) as records
    from {{ ref(records) }}
),

{% endfor -%}
fields as (
    {% for stream, _, _, _, fields in streams -%}
    {% set is_last_stream = loop.last -%}
    {% for field in fields -%}
    select
        '{{ stream }}' as stream,
        '{{ field }}' as field,
        with_{{ loop.index }} as records_with,
        count(case when lacking.stated_{{ loop.index }} < lacking.known_from then 1 end) as records_without
    from {{ stream }}
    left join {{ stream }}_lacking as lacking on true
    group by with_{{ loop.index }}
    {{ 'union all' if not (is_last_stream and loop.last) }}
    {% endfor -%}
    {% endfor %}
)

select
    fields.*,
    'may have another name now' as which
from fields
where records_without >= 10 and records_without > records_with
