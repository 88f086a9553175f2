-- A few wrong values are a warning (fields_are_typed). A field that is wrong in at least ten records and in more than 1
-- % of its stream is written in another way than the record dictionary says, and no mart built on it can be trusted.
-- Fields that a service may leave out altogether (createdDate, quantities and prices beside totals), or that are only
-- shown, remain a warning, and so do fields of lists with which figures are only compared.
with wrong as (
    select
        stream,
        field,
        count(distinct record_key) as records_wrong
    from {{ ref('fct_untyped_fields') }}
    where
        split_part(field, '.', -1) not in (
            'bedrooms', 'commission', 'contractSignedDate', 'createdDate', 'maxOccupancy', 'nationalityId', 'quantity',
            'unitPriceNet'
        )
        and stream not in ('availabilities_unit_intervals', 'bookings_financial_summary', 'bookings_pricing')
    group by stream, field
    having count(distinct record_key) >= 10
),

-- Current records of the streams with wrong fields. A record may have several rows.
records as (
    {% for stream, staged, condition in [
        ('bookings', 'stg_pms__room_stay_records', 'true'),
        ('room_stays_details', 'stg_pms__room_stay_detail_records', 'true'),
        ('contacts', 'stg_pms__contact_records', 'true'),
        ('guest_stays', 'stg_pms__guest_stay_records', 'true'),
        ('sales_invoices', 'stg_pms__sales_invoice_records', 'true'),
        ('financial_allocations_sales_payments', 'stg_pms__financial_allocation_records', "stream = 'sales_payments'"),
        ('financial_allocations_sales_invoices', 'stg_pms__financial_allocation_records', "stream = 'sales_invoices'"),
    ] -%}
    select
        '{{ stream }}' as stream,
        record_key
    from {{ holding(ref(staged), stream) }} as records
    where
        {{ condition }}
        and exists (
            select 1
            from wrong
            where wrong.stream = '{{ stream }}'
        )
    union all
    {% endfor -%}
    {% for lists in ['invoice_items', 'small_lists'] -%}
    select
        stream,
        record_key
    from {{ ref('int_field_checks_' ~ lists) }}
    {{ 'union all' if not loop.last }}
    {% endfor %}
),

sizes as (
    select
        stream,
        count(distinct record_key) as records
    from records
    where stream in (select wrong.stream from wrong)
    group by stream
)

select
    wrong.stream,
    wrong.field,
    wrong.records_wrong,
    sizes.records
from wrong
-- For a stream that is not counted above, only the limit of ten records applies.
left join sizes on wrong.stream = sizes.stream
where wrong.records_wrong > 0.01 * coalesce(sizes.records, 0)
