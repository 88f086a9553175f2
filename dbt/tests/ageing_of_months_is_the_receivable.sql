-- Buckets and unapplied amounts sum to the total. In every month that is over, the total without unapplied amounts is
-- the receivable of days sales outstanding.
with months as (
    select
        {{ month_of('as_of_date') }} as month,
        currency_code,
        sum(total_amount - unapplied_amount) as receivable,
        sum(
            current_amount + days_1_30_amount + days_31_60_amount + days_61_90_amount + days_91_amount
            + no_due_date_amount + credit_amount + unapplied_amount - total_amount
        ) as gap
    from {{ ref('fct_receivables_ageing') }}
    group by {{ month_of('as_of_date') }}, currency_code
),

dso as (
    select
        month,
        currency_code,
        receivable
    from {{ ref('fct_dso_monthly') }}
    where month < {{ this_month() }}
)

select
    coalesce(months.month, dso.month) as month,
    coalesce(months.currency_code, dso.currency_code) as currency_code,
    months.receivable,
    dso.receivable as receivable_of_dso,
    months.gap
from months
full outer join dso on months.month = dso.month and months.currency_code = dso.currency_code
where months.gap <> 0 or coalesce(months.receivable, 0) <> coalesce(dso.receivable, 0)
