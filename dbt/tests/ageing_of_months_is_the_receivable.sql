-- Buckets and unapplied sum to the total; without unapplied it is what days sales outstanding start from.
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
)

select
    months.month,
    months.currency_code,
    months.receivable,
    dso.receivable as receivable_of_dso,
    months.gap
from months
left join {{ ref('fct_dso_monthly') }} as dso
    on months.month = dso.month and months.currency_code = dso.currency_code
where months.gap <> 0 or (dso.receivable is not null and months.receivable <> dso.receivable)
