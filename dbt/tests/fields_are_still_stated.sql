-- A field without which figures are wrong, and which most records stated before and do not state any more, was renamed
-- or withdrawn by the service. One that was never stated does not count: quality.fct_exceptions lists what it leads to.
with stated as (
    {% for stream, versions, record_id, fields in [
        ('bookings', 'stg_pms__room_stay_versions', 'room_stay_id', [
            'start_date', 'end_date', 'net_amount', 'currency_code', 'unit_id',
        ]),
        ('sales_invoices', 'stg_pms__sales_invoice_versions', 'invoice_id', [
            'invoice_status', 'due_date', 'finance_account_id', 'currency_code',
            'coalesce(total_gross, total_net, total_tax)',
        ]),
        ('financial_allocations', 'stg_pms__financial_allocation_versions', 'allocation_id', [
            'amount', 'currency_code', 'target_invoice_id',
        ]),
    ] -%}
    {% set is_last_stream = loop.last -%}
    {% for field in fields -%}
    select
        '{{ stream }}' as stream,
        '{{ field }}' as field,
        {{ record_id }} as record_id,
        valid_from,
        case when {{ field }} is not null then valid_from end as stated_from
    from {{ ref(versions) }}
    {{ 'union all' if not (is_last_stream and loop.last) }}
    {% endfor -%}
    {% endfor %}
),

records as (
    select
        stream,
        field,
        record_id,
        max(stated_from) as stated_from,
        max(valid_from) as known_from
    from stated
    group by stream, field, record_id
),

fields as (
    select
        stream,
        field,
        count(*) as records,
        count(case when stated_from < known_from then 1 end) as records_without
    from records
    where stated_from is not null
    group by stream, field
)

select
    fields.*,
    'may have another name now' as which
from fields
where records_without >= 10 and records_without > 0.5 * records
