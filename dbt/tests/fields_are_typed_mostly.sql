-- One slip is a warning (fields_are_typed); a field wrong in more than one record of a hundred means that it is
-- written in another way than the record dictionary says, and no mart built on it can be trusted.
with sizes as (
    select
        'bookings' as stream,
        count(*) as records
    from {{ ref('int_stay_places') }}
    union all
    select
        'sales_invoices' as stream,
        count(*) as records
    from {{ ref('int_invoices') }}
    union all
    select
        'contacts' as stream,
        count(*) as records
    from {{ ref('stg_pms__contact_records') }}
    union all
    select
        'guest_stays' as stream,
        count(*) as records
    from {{ ref('stg_pms__guest_stay_records') }}
    union all
    select
        'financial_allocations_' || stream as stream,
        count(*) as records
    from {{ ref('int_allocations') }}
    group by stream
    {% for lists in ['invoice_items', 'small_lists'] -%}
    union all
    select
        stream,
        count(*) as records
    from {{ ref('int_field_checks_' ~ lists) }}
    group by stream
    {% endfor %}
)

select
    untyped.stream,
    untyped.field,
    count(distinct untyped.record_key) as records_wrong,
    min(sizes.records) as records
from {{ ref('fct_untyped_fields') }} as untyped
-- A list that is not counted above is held to the ten alone.
left join sizes on untyped.stream = sizes.stream
group by untyped.stream, untyped.field
having
    count(distinct untyped.record_key) >= 10
    and count(distinct untyped.record_key) > 0.01 * coalesce(min(sizes.records), 0)
