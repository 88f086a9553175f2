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
        'financial_allocations_sales_payments' as stream,
        count(*) as records
    from {{ ref('int_allocations') }}
    union all
    select
        'units' as stream,
        count(*) as records
    from {{ ref('int_units') }}
)

select
    untyped.stream,
    untyped.field,
    count(*) as records_wrong,
    min(sizes.records) as records
from {{ ref('fct_untyped_fields') }} as untyped
inner join sizes on untyped.stream = sizes.stream
group by untyped.stream, untyped.field
having count(*) >= 10 and count(*) > 0.01 * min(sizes.records)
