-- Invoices that were deleted in the PMS after their posting, and allocations that were after their export to finance,
-- as they last were.
with left_out as (
    select * from {{ left_out_invoices() }} as invoices
),

gone as (
    select * from {{ gone_invoices() }} as invoices
),

gone_allocations as (
    select
        allocation_id,
        {{ at_max('version', 'valid_from') }} as version
    from {{ ref('stg_pms__financial_allocation_versions') }}
    where
        allocation_id not in (
            select standing.allocation_id from {{ ref('stg_pms__financial_allocations') }} as standing
        )
    group by allocation_id
),

deleted as (
    select
        'sales invoice' as record_type,
        invoices.invoice_id as record_id,
        invoices.building_id,
        coalesce(invoices.export_status, '') = 'EXPORTED' as is_exported,
        invoices.exported_at,
        invoices.posted_on as dated_on,
        {{ invoice_in_words('invoices') }} as stated_values
    from {{ ref('int_earlier_invoices') }} as invoices
    inner join {{ last_of_gone_invoices() }} as last_ones on invoices.version = last_ones.version
    where
        invoices.invoice_status = 'POSTED'
        and (invoices.posted_on is not null or invoices.export_status = 'EXPORTED')
    union all
    select
        'financial allocation' as record_type,
        records.allocation_id as record_id,
        {{ building_of_ends() }} as building_id,
        true as is_exported,
        records.exported_at,
        records.allocation_date as dated_on,
        {{ allocation_in_words('records') }} as stated_values
    from gone_allocations
    inner join {{ ref('stg_pms__financial_allocation_versions') }} as records
        on gone_allocations.version = records.version
    left join {{ ref('int_invoices') }} as target on records.target_invoice_id = target.invoice_id
    left join {{ ref('int_invoices') }} as source on records.source_invoice_id = source.invoice_id
    {{ with_left_out_ends('records') }}
    {{ with_gone_ends('records') }}
    where records.export_status = 'EXPORTED' and {{ has_an_end_that_counts() }}
)

select
    case when is_exported then 'deleted after its export' else 'deleted after its posting' end as kind,
    record_type,
    record_id,
    building_id,
    coalesce(case when is_exported then {{ local_date('exported_at', setting('time_zone')) }} end, dated_on) as on_date,
    case when is_exported then 'Exported as ' else 'Posted as ' end || stated_values || '; no longer in the PMS'
        as detail
from deleted
