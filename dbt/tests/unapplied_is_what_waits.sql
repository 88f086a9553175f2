-- At the end of every month, the unapplied amount of each currency is the cash received until then that is put against
-- no invoice, or against one that is posted later or still a draft.
with waiting as (
    select
        {{ month_of('allocations.allocation_date') }} as received_in,
        {{ month_of('invoices.posted_on') }} as applied_in,
        allocations.currency_code,
        allocations.applied_cents as cents
    from {{ ref('int_allocations') }} as allocations
    left join {{ ref('int_invoices') }} as invoices
        on coalesce(allocations.target_invoice_id, allocations.source_invoice_id) = invoices.invoice_id
    where
        allocations.is_cash
        and (
            allocations.is_unapplied
            or allocations.allocation_date < invoices.posted_on
            or (invoices.invoice_id is not null and coalesce(invoices.posted_on, invoices.voided_on) is null)
        )
),

changes as (
    select
        month,
        currency_code,
        sum(cents) as cents
    from (
        select
            received_in as month,
            currency_code,
            cents
        from waiting
        union all
        select
            applied_in as month,
            currency_code,
            -cents as cents
        from waiting
    ) as moves
    where month < {{ this_month() }}
    group by month, currency_code
),

shown as (
    select
        as_of_date,
        currency_code,
        sum(unapplied_amount) as amount
    from {{ ref('fct_receivables_ageing') }}
    group by as_of_date, currency_code
),

ends as (
    select
        as_of_date,
        currency_code
    from shown
    union
    select
        {{ last_day_of('greatest(month, ' ~ first_money_month() ~ ')') }} as as_of_date,
        currency_code
    from changes
),

worked_out as (
    select
        ends.as_of_date,
        ends.currency_code,
        -{{ from_cents('coalesce(sum(changes.cents), 0)') }} as amount
    from ends
    left join changes on ends.currency_code = changes.currency_code and ends.as_of_date >= changes.month
    group by ends.as_of_date, ends.currency_code
)

select
    worked_out.as_of_date,
    worked_out.currency_code,
    shown.amount as unapplied_amount,
    worked_out.amount as worked_out_amount
from worked_out
left join shown on worked_out.as_of_date = shown.as_of_date and worked_out.currency_code = shown.currency_code
where coalesce(shown.amount, 0) <> worked_out.amount
