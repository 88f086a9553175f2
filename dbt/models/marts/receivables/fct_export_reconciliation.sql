-- One row per invoice or allocation that should have been exported to finance and was not.
with invoices as (
    select
        'sales invoice' as record_type,
        invoice_id as record_id,
        invoice_number as reference,
        posted_on as since_date,
        {{ from_cents('gross_cents') }} as amount,
        currency_code,
        building_id,
        export_status,
        case
            when export_status = 'FAILED' then 'export failed'
            when
                coalesce(export_status, 'PENDING') not in ('EXPORTED', 'SKIPPED')
                and {{ days_between('posted_on', today()) }} > {{ var('export_after_days') }}
                then 'not exported'
        end as issue
    from {{ ref('int_invoices') }}
    where invoice_status = 'POSTED'
),

allocations as (
    select
        'financial allocation' as record_type,
        allocation_id as record_id,
        payment_reference as reference,
        allocation_date as since_date,
        {{ from_cents('cents') }} as amount,
        currency_code,
        building_id,
        export_status,
        case
            when export_status = 'FAILED' then 'export failed'
            when export_status = 'IMPORTED' then 'imported, not exported'
        end as issue
    from {{ ref('int_allocations') }}
),

both_kinds as (
    select * from invoices
    union all
    select * from allocations
)

select
    record_type,
    record_id,
    reference,
    issue,
    export_status,
    since_date,
    cast({{ days_between('since_date', today()) }} as bigint) as days_waiting,
    amount,
    currency_code,
    building_id
from both_kinds
where issue is not null
