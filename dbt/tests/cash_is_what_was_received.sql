-- The cash of each month and currency is what the allocations that are cash took off in it.
with received as (
    select
        {{ month_of('allocation_date') }} as month,
        currency_code,
        sum(applied_cents) as cents
    from {{ ref('int_allocations') }}
    where is_cash and allocation_date is not null
    group by {{ month_of('allocation_date') }}, currency_code
),

shown as (
    select
        month,
        currency_code,
        sum(cash_received) as amount
    from {{ ref('fct_revenue_monthly') }}
    group by month, currency_code
)

select
    coalesce(shown.month, received.month) as month,
    coalesce(shown.currency_code, received.currency_code) as currency_code,
    shown.amount as cash_received,
    {{ from_cents('received.cents') }} as of_allocations
from shown
full outer join received on shown.month = received.month and shown.currency_code = received.currency_code
where coalesce(shown.amount, 0) <> coalesce({{ from_cents('received.cents') }}, 0)
