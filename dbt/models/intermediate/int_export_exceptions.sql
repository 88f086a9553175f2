{%- set exported_on = local_date('exported_at', setting('time_zone')) -%}
-- Invoices and allocations that were voided or changed in the PMS after their export to finance.
with void_since as (
    select
        'void after its export' as kind,
        'sales invoice' as record_type,
        invoices.invoice_id as record_id,
        invoices.building_id,
        invoices.voided_on as on_date,
        'Exported' || coalesce(' on ' || invoices.exported_on, '') || ' as '
        || {{ from_cents('invoices.gross_cents') }} || ' ' || invoices.currency_code as detail
    from (
        select
            *,
            {{ exported_on }} as exported_on
        from {{ ref('int_invoices') }}
        where invoice_status = 'VOID' and export_status = 'EXPORTED'
    ) as invoices
    inner join {{ ref('stg_pms__sales_invoices') }} as stated on invoices.invoice_id = stated.invoice_id
    left join {{ found_void() }} as found_void on invoices.version = found_void.version
    -- Only a POSTED invoice can be exported: a date of export after the void means that finance was told of the void.
    where coalesce(invoices.exported_on <= coalesce(stated.voided_date, found_void.loaded_on), true)
),

invoices as (
    select
        *,
        true as is_standing
    from {{ ref('int_invoices') }}
    where invoice_id in (select earlier.invoice_id from {{ ref('int_earlier_invoices') }} as earlier)
    union all
    select
        *,
        false as is_standing
    from {{ ref('int_earlier_invoices') }}
),

earlier_allocations as (
    select
        records.allocation_id,
        records.stream,
        records.version
    from {{ ref('stg_pms__financial_allocation_versions') }} as records
    where records.version in (
        select loads.version from {{ ref('stg_pms__financial_allocation_loads') }} as loads
        where loads.is_ended
    )
),

allocations as (
    select
        allocation_id,
        stream,
        version,
        true as is_standing
    from {{ ref('stg_pms__financial_allocations') }}
    where allocation_id in (select earlier.allocation_id from earlier_allocations as earlier)
    union all
    select
        allocation_id,
        stream,
        version,
        false as is_standing
    from earlier_allocations
),

versions as (
    select
        'sales invoice' as record_type,
        'invoices' as list_name,
        invoices.invoice_id as record_id,
        invoices.building_id,
        invoices.posted_on as dated_on,
        loads.valid_from,
        invoices.is_standing,
        invoices.invoice_status = 'POSTED' and coalesce(invoices.export_status, '') = 'EXPORTED' as is_exported,
        invoices.exported_at,
        {{ invoice_in_words('invoices') }} as stated_values
    from invoices
    inner join {{ ref('stg_pms__sales_invoice_loads') }} as loads on invoices.version = loads.version
    union all
    select
        'financial allocation' as record_type,
        allocations.stream as list_name,
        allocations.allocation_id as record_id,
        counted.building_id,
        counted.allocation_date as dated_on,
        records.valid_from,
        allocations.is_standing,
        coalesce(records.export_status, '') = 'EXPORTED' as is_exported,
        records.exported_at,
        {{ allocation_in_words('records') }} as stated_values
    from allocations
    inner join {{ ref('int_allocations') }} as counted on allocations.allocation_id = counted.allocation_id
    inner join {{ ref('stg_pms__financial_allocation_versions') }} as records on allocations.version = records.version
),

standing as (
    select
        *,
        bool_or(is_standing and is_exported) over by_record as is_exported_now,
        max(case when is_standing then exported_at end) over by_record as exported_at_now
    from versions
    window by_record as (partition by list_name, record_id)
),

exports as (
    select
        *,
        is_exported
        and coalesce(exported_at = exported_at_now, exported_at is null and exported_at_now is null)
            as is_of_this_export
    from standing
    where is_exported_now
),

bounded as (
    select
        *,
        max(case when not is_of_this_export then valid_from end) over (partition by list_name, record_id) as not_yet_at
    from exports
),

-- The values that finance has are those of the first load that saw the record with its present date of export. So a
-- record that was exported again is in order again.
compared as (
    select
        record_type,
        record_id,
        max(case when is_standing then building_id end) as building_id,
        max(case when is_standing then exported_at end) as exported_at,
        max(case when is_standing then dated_on end) as dated_on,
        max(case when is_standing then stated_values end) as stated_values,
        {{ at_min('stated_values', 'valid_from', 'not_yet_at is null or valid_from > not_yet_at') }} as exported_values
    from bounded
    group by list_name, record_type, record_id
),

changed_since as (
    select
        'changed after its export' as kind,
        record_type,
        record_id,
        building_id,
        coalesce({{ exported_on }}, dated_on) as on_date,
        'Exported as ' || exported_values || '; now ' || stated_values as detail
    from compared
    where stated_values <> exported_values
)

select * from void_since
union all
select * from changed_since
