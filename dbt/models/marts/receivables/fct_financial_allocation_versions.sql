-- The macro reads both tables of versions.
{{ config(post_hook="{{ create_ageing_as_known() }}") }}

{% set is_credit_unseen -%}
(left_target.is_credit or (gone_target.gross_cents < 0 and target_before.invoice_id is null))
{%- endset %}

-- Versions of allocations, each with the span of dates in which it was known. The same allocations are left out as in
-- fct_financial_allocations. One between an invoice of an excluded building and an invoice that counted until a load
-- found it deleted, or moved into such a building, was known until then: what was owed before does not change.
with left_out as (
    select * from {{ left_out_invoices() }} as invoices
),

gone as (
    select * from {{ gone_invoices() }} as invoices
),

counted_before as (
    select
        invoice_id,
        max(known_to) as counted_to
    from {{ ref('fct_sales_invoice_versions') }}
    where invoice_id not in (select counted.invoice_id from {{ ref('int_invoices') }} as counted)
    group by invoice_id
),

dated as (
    select
        versions.allocation_id,
        versions.known_from,
        case
            when {{ has_an_end_that_counts() }} then versions.known_to
            else least(versions.known_to, greatest(target_before.counted_to, source_before.counted_to))
        end as known_to,
        versions.allocation_date,
        versions.import_type,
        -- A credit without a version has no sign here: it is left out, or was entered and deleted on one day. So an
        -- amount put against it gets the sign of a refund.
        {{ from_cents('case when ' ~ is_credit_unseen ~ ' then -abs(versions.cents) else versions.cents end') }}
            as amount,
        {{ currency_of_ends('versions.currency_code') }} as currency_code,
        versions.source_invoice_id,
        versions.target_invoice_id,
        {{ is_cash('versions.', 'coalesce(source.invoice_id, left_source.invoice_id, gone_source.invoice_id)') }}
            as is_cash,
        {{ is_unapplied('versions.') }} as is_unapplied
    from {{ ref('int_allocation_versions') }} as versions
    left join {{ ref('int_invoices') }} as target on versions.target_invoice_id = target.invoice_id
    left join {{ ref('int_invoices') }} as source on versions.source_invoice_id = source.invoice_id
    left join counted_before as target_before on versions.target_invoice_id = target_before.invoice_id
    left join counted_before as source_before on versions.source_invoice_id = source_before.invoice_id
    {{ with_left_out_ends('versions') }}
    {{ with_gone_ends('versions') }}
    where
        {{ has_an_end_that_counts() }}
        or versions.known_from < greatest(target_before.counted_to, source_before.counted_to)
)

select * from (
    {{ known_changes('dated', 'allocation_id', [
        'allocation_date', 'import_type', 'amount', 'currency_code', 'source_invoice_id', 'target_invoice_id',
        'is_cash', 'is_unapplied',
    ]) }}
) as changes
