-- Open amounts at the end of every month that is over. Receipts that are put against no invoice, or against one that is
-- posted later, reduce the total from their date on.
{% set buckets = [
    ('current', 'current_amount'), ('1-30', 'days_1_30_amount'), ('31-60', 'days_31_60_amount'),
    ('61-90', 'days_61_90_amount'), ('91+', 'days_91_amount'), ('no due date', 'no_due_date_amount'),
    ('credit', 'credit_amount'), ('unapplied', 'unapplied_amount'),
] -%}
{% set opened_in = 'greatest(' ~ month_of('balances.valid_from') ~ ', ' ~ first_money_month() ~ ')' -%}
{% set received_in = 'greatest(' ~ month_of('allocations.allocation_date') ~ ', ' ~ first_money_month() ~ ')' -%}
{% set after_last_month = add_months('last_month.month', 1) -%}
{% set applied_in = (
    'greatest(' ~ month_of('coalesce(invoices.posted_on, ' ~ after_last_month ~ ')') ~ ', ' ~ first_money_month() ~ ')'
) -%}
with last_month as (
    select {{ add_months(this_month(), -1) }} as month
),

opened as (
    select
        balances.invoice_id,
        balances.open_amount,
        -- The end of the month of valid_from is the first month end at which the amount was open.
        {{ unfold_months(
            opened_in,
            'greatest('
            ~ months_between(opened_in, 'least(' ~ month_of('balances.valid_to') ~ ', ' ~ after_last_month ~ ')')
            ~ ', 0)'
        ) }} as month
    from {{ ref('fct_invoice_balance_intervals') }} as balances
    cross join last_month
),

aged as (
    select
        {{ last_day_of('opened.month') }} as as_of_date,
        invoices.building_id,
        invoices.currency_code,
        opened.open_amount,
        case
            when opened.open_amount < 0 then 'credit'
            else {{ ageing_bucket('invoices.due_date', last_day_of('opened.month')) }}
        end as bucket
    from opened
    inner join {{ ref('int_invoices') }} as invoices on opened.invoice_id = invoices.invoice_id
),

waiting as (
    select
        {{ unfold_months(
            received_in,
            'greatest('
            ~ months_between(received_in, 'least(' ~ applied_in ~ ', ' ~ after_last_month ~ ')')
            ~ ', 0)'
        ) }} as month,
        allocations.building_id,
        allocations.currency_code,
        allocations.applied_cents as cents
    from {{ ref('int_allocations') }} as allocations
    left join {{ ref('int_invoices') }} as invoices
        on coalesce(allocations.target_invoice_id, allocations.source_invoice_id) = invoices.invoice_id
    cross join last_month
    where
        allocations.is_cash and allocations.allocation_date is not null
        and (
            allocations.is_unapplied
            or allocations.allocation_date < invoices.posted_on
            -- A draft is not posted yet.
            or (invoices.invoice_id is not null and invoices.posted_on is null and invoices.voided_on is null)
        )
),

unapplied as (
    select
        {{ last_day_of('month') }} as as_of_date,
        building_id,
        currency_code,
        -{{ from_cents('cents') }} as open_amount,
        'unapplied' as bucket
    from waiting
),

together as (
    select * from aged
    union all
    select * from unapplied
),

ends as (
    select
        as_of_date,
        building_id,
        currency_code,
        {% for bucket, column in buckets -%}
        sum(open_amount) filter (where bucket = '{{ bucket }}') as {{ column }},
        {% endfor -%}
        sum(open_amount) as total_amount,
        coalesce(
            lead(as_of_date) over (partition by building_id, currency_code order by as_of_date),
            {{ last_day_of(this_month()) }}
        ) as next_date
    from together
    group by as_of_date, building_id, currency_code
),

-- A month's end at which nothing was open follows, with 0, the last at which something was.
unfolded as (
    select
        *,
        {{ unfold(months_between('as_of_date', 'next_date')) }} as months_after
    from ends
)

select
    {{ last_day_of(add_months('as_of_date', 'months_after')) }} as as_of_date,
    building_id,
    currency_code,
    {% for _, column in buckets -%}
    cast(coalesce(case when months_after = 0 then {{ column }} end, 0) as decimal(18, 2)) as {{ column }},
    {% endfor -%}
    cast(case when months_after = 0 then total_amount else 0 end as decimal(18, 2)) as total_amount
from unfolded
