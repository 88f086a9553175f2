-- Allocations, except those that name only invoices of excluded buildings, with the amount that each takes off its
-- target and the amount that it draws on its source. A deleted invoice says of them what it last said.
with allocations as (
    select
        *,
        {{ is_drawn_out('') }} as is_drawn_out
    from {{ ref('stg_pms__financial_allocations') }}
),

-- Few allocations have a source: all invoices would take the memory of a build a second time.
sources as (
    select * from {{ ref('int_invoices') }}
    where invoice_id in (select allocations.source_invoice_id from allocations)
),

left_out as (
    select * from {{ left_out_invoices() }} as invoices
),

gone as (
    select * from {{ gone_invoices() }} as invoices
)

select
    allocations.allocation_id,
    allocations.stream,
    allocations.finance_account_id,
    allocations.import_type,
    allocations.nominal_code,
    coalesce(
        allocations.allocation_date, {{ stated_date('allocations.created', setting('time_zone')) }}
    ) as allocation_date,
    {{ numbered_words("allocations.payment_reference") }} as payment_reference,
    {{ numbered_words("allocations.external_reference") }} as external_reference,
    allocations.source_invoice_id,
    allocations.target_invoice_id,
    {{ building_of_ends() }} as building_id,
    {{ currency_of_ends('allocations.currency_code') }} as currency_code,
    {{ to_cents('allocations.amount') }} as cents,
    -- An amount put against a credit or paid out of an invoice is a refund, whichever its sign.
    case
        when
            coalesce(target.gross_cents < 0, left_target.is_credit, gone_target.gross_cents < 0)
            or allocations.is_drawn_out
            then -abs({{ to_cents('allocations.amount') }})
        else {{ to_cents('allocations.amount') }}
    end as applied_cents,
    case
        when coalesce(target.gross_cents < 0, left_target.is_credit, gone_target.gross_cents < 0)
            then -abs({{ to_cents('allocations.amount') }})
        when allocations.is_drawn_out then abs({{ to_cents('allocations.amount') }})
        -- A credit that is put against nothing yet is not used up.
        when allocations.target_invoice_id is null then 0
        else {{ to_cents('allocations.amount') }}
    end as drawn_cents,
    {{ is_cash('allocations.', 'coalesce(source.invoice_id, left_source.invoice_id, gone_source.invoice_id)') }}
        as is_cash,
    {{ is_unapplied('allocations.') }} as is_unapplied,
    allocations.amount is null as is_amount_unknown,
    coalesce(target.invoice_id, left_target.invoice_id) is null and allocations.target_invoice_id is not null
        as is_target_unknown,
    coalesce(source.invoice_id, left_source.invoice_id) is null and allocations.source_invoice_id is not null
        as is_source_unknown,
    coalesce(allocations.currency_code <> target.currency_code, false)
    or coalesce(coalesce(allocations.currency_code, target.currency_code) <> source.currency_code, false)
        as is_in_another_currency,
    allocations.export_status,
    allocations.external_id,
    allocations.exported_at
from allocations
left join {{ ref('int_invoices') }} as target on allocations.target_invoice_id = target.invoice_id
left join sources as source on allocations.source_invoice_id = source.invoice_id
{{ with_left_out_ends('allocations') }}
{{ with_gone_ends('allocations') }}
where {{ has_an_end_that_counts() }}
