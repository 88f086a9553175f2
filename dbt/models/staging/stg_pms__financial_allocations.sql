-- Two lists, one kind of record: receipts and refunds, and credits put against invoices. An id seen in both counts
-- once.
with receipts as (
    select
        seen_at,
        'sales_payments' as stream,
        {{ financial_allocation_fields('record') }}
    from {{ records('financial_allocations_sales_payments', financial_allocation_struct()) }}
),

credits as (
    select
        seen_at,
        'sales_invoices' as stream,
        {{ financial_allocation_fields('record') }}
    from {{ records('financial_allocations_sales_invoices', financial_allocation_struct()) }}
),

both_lists as (
    select * from receipts
    union all
    select * from credits
),

newest as (
    select
        *,
        row_number() over (partition by id order by seen_at desc, stream desc) as age
    from both_lists
    where id is not null
)

select
    id as allocation_id,
    stream,
    finance_account_id,
    upper(import_type) as import_type,
    nominal_code,
    date as allocation_date,
    payment_reference,
    external_reference,
    amount,
    source_invoice_id,
    target_invoice_id,
    upper(currency_code) as currency_code,
    upper(export_status) as export_status,
    external_id,
    exported_date as exported_at,
    created_date as created_at,
    seen_at
from newest
where age = 1
