{%- set is_unknown_type = "coalesce(import_type, 'PAYMENT') not in ('PAYMENT', 'ALLOCATION')" -%}
{# A receipt is money from outside, also where what it names as its source is no invoice. -#}
{%- set is_from_unknown = (
    "(is_source_unknown and drawn_cents <> 0 and not (is_cash and target_invoice_id is not null))"
) -%}
{%- set is_moved = "(coalesce(import_type, '') = 'PAYMENT' and not is_cash)" -%}
{%- set is_without_source = (
    "(coalesce(import_type, '') = 'ALLOCATION' and source_invoice_id is null and cents <> 0)"
) -%}
-- Invoices and allocations that someone should look at.
with moved as (
    select
        target_invoice_id as invoice_id,
        applied_cents as cents,
        allocation_date
    from {{ ref('int_allocations') }}
    union all
    select
        source_invoice_id as invoice_id,
        -drawn_cents as cents,
        allocation_date
    from {{ ref('int_allocations') }}
),

-- The amount put against an invoice less the amount drawn out of it again; of a credit, the amount used.
applied as (
    select
        invoice_id,
        sum(cents) as cents,
        max(allocation_date) as last_date
    from moved
    where invoice_id is not null
    group by invoice_id
),

invoice_issues as (
    select
        case
            when invoices.invoice_status = 'VOID' and applied.cents <> 0 then 'void invoice with live allocations'
            when invoices.gross_cents >= 0 and applied.cents > invoices.gross_cents then 'allocated above the invoice'
            when invoices.gross_cents < 0 and applied.cents < invoices.gross_cents then 'allocated above the invoice'
            when invoices.gross_cents >= 0 and applied.cents < 0 then 'more taken back than allocated'
            when invoices.gross_cents < 0 and applied.cents > 0 then 'more taken back than allocated'
        end as kind,
        'sales invoice' as record_type,
        invoices.invoice_id as record_id,
        invoices.building_id,
        applied.last_date as on_date,
        {{ from_cents('applied.cents') }} || ' allocated, '
        || {{ from_cents('invoices.gross_cents') }} || ' invoiced' as detail
    from {{ ref('int_invoices') }} as invoices
    inner join applied on invoices.invoice_id = applied.invoice_id
),

-- A refund is paid out whichever its sign, so one that came back counts as a second one.
refund_issues as (
    select
        'refunds of both signs, all taken as paid out' as kind,
        'sales invoice' as record_type,
        invoices.invoice_id as record_id,
        invoices.building_id,
        max(allocations.allocation_date) as on_date,
        count(*) || ' refunds, from ' || {{ from_cents('min(allocations.cents)') }}
        || ' to ' || {{ from_cents('max(allocations.cents)') }} as detail
    from {{ ref('int_allocations') }} as allocations
    inner join {{ ref('int_invoices') }} as invoices
        on coalesce(allocations.target_invoice_id, allocations.source_invoice_id) = invoices.invoice_id
    where allocations.is_cash and (allocations.target_invoice_id is null or invoices.gross_cents < 0)
    group by invoices.invoice_id, invoices.building_id
    having min(allocations.cents) < 0 and max(allocations.cents) > 0
),

header_issues as (
    select
        'invoice differs from its items' as kind,
        'sales invoice' as record_type,
        invoice_id as record_id,
        building_id,
        invoice_date as on_date,
        'Net ' || {{ from_cents('net_cents') }} || ', VAT ' || {{ from_cents('tax_cents') }}
        || ', gross ' || {{ from_cents('gross_cents') }}
        || coalesce('; net of items ' || {{ from_cents('item_net_cents') }}, '')
        || coalesce('; VAT of items ' || {{ from_cents('item_tax_cents') }}, '') as detail
    from {{ ref('int_invoices') }}
    -- An invoice without items is not wrong: its items are not embedded. Its item sums are null and it is not listed.
    where
        {{ beyond_rounding('net_cents', 'item_net_cents') }}
        or {{ beyond_rounding('tax_cents', 'item_tax_cents') }}
        or {{ beyond_rounding('gross_cents', 'item_net_cents + item_tax_cents') }}
),

-- Net and VAT count as invoiced, the gross counts as open. Where items state net and VAT, header_issues compares the
-- gross with their sum.
sum_issues as (
    select
        'net and VAT are not the gross' as kind,
        'sales invoice' as record_type,
        invoice_id as record_id,
        building_id,
        invoice_date as on_date,
        'Net ' || {{ from_cents('net_cents') }} || ', VAT ' || {{ from_cents('tax_cents') }}
        || ', gross ' || {{ from_cents('gross_cents') }} as detail
    from {{ ref('int_invoices') }}
    where item_net_cents + item_tax_cents is null and abs(net_cents + tax_cents - gross_cents) > 1
),

type_issues as (
    select
        'invoice of an unknown type, taken as an invoice' as kind,
        'sales invoice' as record_type,
        invoice_id as record_id,
        building_id,
        invoice_date as on_date,
        'Type ' || invoice_type || ', gross ' || {{ from_cents('gross_cents') }} as detail
    from {{ ref('int_invoices') }}
    where invoice_type not in ('INVOICE', 'CREDIT_NOTE')
),

allocation_issues as (
    select
        {{ each(list_of([
            "case when is_target_unknown then 'allocation to an unknown invoice' end",
            "case when " ~ is_from_unknown ~ " then 'allocation from an unknown invoice' end",
            "case when is_in_another_currency then 'allocation in another currency, taken as written' end",
            "case when is_amount_unknown then 'allocation without an amount' end",
            "case when allocation_date is null then 'allocation without a date, no cash of any month' end",
            "case when " ~ is_unknown_type ~ " then 'allocation of an unknown type, no cash' end",
            "case when " ~ is_without_source ~ " then 'allocation without a source, no cash' end",
            "case when " ~ is_moved ~ " then 'payment out of an invoice against another, no cash' end",
            "case when " ~ is_beyond_money_months('allocation_date') ~ " then 'dated beyond the months laid out' end",
        ])) }} as kind,
        'financial allocation' as record_type,
        allocation_id as record_id,
        building_id,
        allocation_date as on_date,
        case
            when is_target_unknown then 'Invoice ' || target_invoice_id || ' is not among the loaded ones'
            when {{ is_from_unknown }} then 'Invoice ' || source_invoice_id || ' is not among the loaded ones'
            when is_amount_unknown then 'No amount is stated'
            else
                {{ from_cents('cents') }} || ' ' || currency_code
                || case when {{ is_unknown_type }} then ' of type ' || import_type else '' end
        end as detail
    from {{ ref('int_allocations') }}
    where
        is_target_unknown
        or {{ is_from_unknown }}
        or is_in_another_currency
        or is_amount_unknown
        or allocation_date is null
        or {{ is_unknown_type }}
        or {{ is_without_source }}
        or {{ is_moved }}
        or {{ is_beyond_money_months('allocation_date') }}
),

uncounted_issues as (
    select
        case
            when invoice_status = 'POSTED' then 'posted invoice without a date, not counted'
            else 'invoice of an unknown status, not counted'
        end as kind,
        'sales invoice' as record_type,
        invoice_id as record_id,
        building_id,
        case when invoice_status = 'POSTED' then null else invoice_date end as on_date,
        case
            when invoice_status = 'POSTED' then 'Neither posting nor invoice date is stated'
            else coalesce('Status ' || invoice_status, 'No status') || ', neither POSTED nor VOID'
        end as detail
    from {{ ref('int_invoices') }}
    where
        (invoice_status = 'POSTED' and posted_on is null)
        or coalesce(invoice_status, '') not in ('POSTED', 'VOID', {{ draft_statuses() }})
),

-- What states no amount counts as 0.
unstated_issues as (
    select
        'posted invoice without an amount' as kind,
        'sales invoice' as record_type,
        invoices.invoice_id as record_id,
        invoices.building_id,
        invoices.invoice_date as on_date,
        'Neither a total nor an amount of an item is stated' as detail
    from {{ ref('int_invoices') }} as invoices
    inner join {{ ref('stg_pms__sales_invoices') }} as stated on invoices.invoice_id = stated.invoice_id
    where
        invoices.invoice_status = 'POSTED'
        and coalesce(invoices.item_net_cents, invoices.item_tax_cents) is null
        and coalesce(stated.total_net, stated.total_tax, stated.total_gross) is null
),

-- Where no item states a net, the net of the header counts, or the invoice is among unstated_issues.
item_issues as (
    select
        'invoice items without an amount' as kind,
        'sales invoice' as record_type,
        invoices.invoice_id as record_id,
        invoices.building_id,
        invoices.invoice_date as on_date,
        'Items with a price, and no net or quantity: ' || count(*) as detail
    from {{ ref('int_invoices') }} as invoices
    inner join {{ ref('int_invoice_items') }} as items on invoices.invoice_id = items.invoice_id
    where
        invoices.invoice_status = 'POSTED'
        and invoices.item_net_cents is not null
        and items.is_priced
        and not items.states_net
    group by invoices.invoice_id, invoices.building_id, invoices.invoice_date
),

dated_issues as (
    select
        'dated beyond the months laid out' as kind,
        'sales invoice' as record_type,
        invoice_id as record_id,
        building_id,
        coalesce(invoice_date, posted_on) as on_date,
        'Dated ' || coalesce(cast(invoice_date as {{ sql_type('varchar') }}), '?')
        || coalesce(', posted ' || cast(posted_on as {{ sql_type('varchar') }}), '')
        || coalesce(', void ' || cast(voided_on as {{ sql_type('varchar') }}), '') as detail
    from {{ ref('int_invoices') }}
    where
        {{ is_beyond_money_months('invoice_date') }}
        or {{ is_beyond_money_months('posted_on') }}
        or {{ is_beyond_money_months('voided_on') }}
),

together as (
    select * from invoice_issues
    union all
    select * from refund_issues
    union all
    select * from dated_issues
    union all
    select * from header_issues
    union all
    select * from sum_issues
    union all
    select * from type_issues
    union all
    select * from allocation_issues
    union all
    select * from uncounted_issues
    union all
    select * from unstated_issues
    union all
    select * from item_issues
)

select *
from together
where kind is not null
