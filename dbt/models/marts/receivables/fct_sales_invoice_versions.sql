-- Versions of invoices, each with the span of dates in which it was known.
with loads as (
    {{ known_spans(ref('stg_pms__sales_invoice_loads')) }}
),

versions as (
    select * from {{ ref('int_invoices') }}
    union all
    select * from {{ ref('int_earlier_invoices') }}
),

dated as (
    select
        versions.invoice_id,
        -- Before the first load, an invoice that this load found counts as known from its posting on.
        case
            when loads.is_first
                then least(coalesce(versions.posted_on, versions.invoice_date), loads.loaded_on)
            else loads.loaded_on
        end as known_from,
        loads.replaced_on as known_to,
        versions.invoice_number,
        versions.invoice_type,
        versions.invoice_status as status,
        versions.invoice_date,
        versions.due_date,
        versions.posted_on as posted_date,
        versions.voided_on as voided_date,
        versions.finance_account_id,
        versions.building_id,
        versions.currency_code,
        {{ from_cents('versions.net_cents') }} as total_net,
        {{ from_cents('versions.tax_cents') }} as total_tax,
        {{ from_cents('versions.gross_cents') }} as total_gross
    from versions
    inner join loads on versions.version = loads.version
)

select * from (
    {{ known_changes('dated', 'invoice_id', [
        'invoice_number', 'invoice_type', 'status', 'invoice_date', 'due_date', 'posted_date', 'voided_date',
        'finance_account_id', 'building_id', 'currency_code', 'total_net', 'total_tax', 'total_gross',
    ]) }}
) as changes
