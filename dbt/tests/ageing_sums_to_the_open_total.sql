-- At three dates, the open amounts of the balance intervals are posted invoices less allocations, computed from
-- int_invoices and int_allocations.
with dates as (
    select {{ today() }} as as_of
    union
    select {{ add_days(today(), -30) }} as as_of
    union
    select {{ add_days(today(), -365) }} as as_of
),

aged as (
    select
        dates.as_of,
        intervals.currency_code,
        sum(intervals.open_amount) as open_amount
    from dates
    inner join (
        select
            balances.valid_from,
            balances.valid_to,
            balances.open_amount,
            invoices.currency_code
        from {{ ref('fct_invoice_balance_intervals') }} as balances
        inner join {{ ref('fct_sales_invoices') }} as invoices on balances.invoice_id = invoices.invoice_id
    ) as intervals
        on
            intervals.valid_from <= dates.as_of
            and (intervals.valid_to is null or intervals.valid_to > dates.as_of)
    group by dates.as_of, intervals.currency_code
),

claims as (
    select
        dates.as_of,
        invoices.invoice_id,
        invoices.currency_code,
        invoices.gross_cents
    from dates
    inner join {{ ref('int_invoices') }} as invoices
        on
            invoices.posted_on <= dates.as_of
            and (invoices.voided_on is null or invoices.voided_on > dates.as_of)
),

moved as (
    select
        target_invoice_id as invoice_id,
        allocation_date,
        -applied_cents as cents
    from {{ ref('int_allocations') }}
    union all
    select
        source_invoice_id as invoice_id,
        allocation_date,
        drawn_cents as cents
    from {{ ref('int_allocations') }}
),

worked_out as (
    select
        as_of,
        currency_code,
        sum(cents) as cents
    from (
        select
            as_of,
            currency_code,
            gross_cents as cents
        from claims
        union all
        select
            claims.as_of,
            claims.currency_code,
            moved.cents
        from claims
        inner join moved
            on
                claims.invoice_id = moved.invoice_id
                -- An allocation without a date counts as soon as the invoice does.
                and (moved.allocation_date is null or claims.as_of >= moved.allocation_date)
    ) as lines
    group by as_of, currency_code
)

select
    coalesce(worked_out.as_of, aged.as_of) as as_of,
    coalesce(worked_out.currency_code, aged.currency_code) as currency_code,
    aged.open_amount,
    {{ from_cents('worked_out.cents') }} as worked_out_amount
from worked_out
full outer join aged on worked_out.as_of = aged.as_of and worked_out.currency_code = aged.currency_code
where coalesce(aged.open_amount, 0) <> coalesce({{ from_cents('worked_out.cents') }}, 0)
