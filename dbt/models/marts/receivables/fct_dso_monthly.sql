-- Days sales outstanding, simple and by count-back, per month end and currency, for months that have begun.
with sales as (
    select
        greatest(month, {{ first_money_month() }}) as month,
        currency_code,
        sum(invoiced_gross) as gross
    from {{ ref('fct_revenue_monthly') }}
    group by greatest(month, {{ first_money_month() }}), currency_code
),

balances as (
    select
        greatest(month, {{ first_money_month() }}) as month,
        currency_code,
        sum(change) as change
    from {{ ref('int_balance_months') }}
    group by greatest(month, {{ first_money_month() }}), currency_code
),

posted as (
    select
        currency_code,
        posted_on,
        case when invoice_date >= {{ first_money_month() }} then invoice_date end as sold_on
    from {{ ref('int_invoices') }}
    where posted_on is not null
),

-- A currency has rows from the month of its first posting on, also where nothing ever stayed open. Sales count from
-- their invoice dates on, which are earlier where invoices were taken over from another system.
ledgers as (
    select
        currency_code,
        greatest({{ month_of('min(least(posted_on, sold_on))') }}, {{ first_money_month() }}) as first_month,
        greatest({{ month_of('min(posted_on)') }}, {{ first_money_month() }}) as first_posting
    from posted
    group by currency_code
),

months as (
    select
        {{ unfold_months(
            'first_month', 'greatest(' ~ months_between('first_month', this_month()) ~ ' + 1, 0)'
        ) }} as month,
        currency_code,
        first_posting
    from ledgers
),

joined as (
    select
        months.month,
        months.currency_code,
        months.first_posting,
        {{ days_between('months.month', last_day_of('months.month')) }} + 1 as days,
        coalesce(sales.gross, 0) as gross,
        sum(coalesce(balances.change, 0)) over (
            partition by months.currency_code
            order by months.month
            rows between unbounded preceding and current row
        ) as receivable
    from months
    left join sales on months.month = sales.month and months.currency_code = sales.currency_code
    left join balances on months.month = balances.month and months.currency_code = balances.currency_code
),

-- Count-back: the balance is used up by the newest sales first, month by month.
counted as (
    select
        closing.month,
        closing.currency_code,
        closing.receivable,
        earlier.days,
        earlier.gross,
        sum(greatest(earlier.gross, 0)) over (
            partition by closing.month, closing.currency_code
            order by earlier.month desc
            rows between unbounded preceding and current row
        ) - greatest(earlier.gross, 0) as newer_sales
    from joined as closing
    inner join joined as earlier
        on closing.currency_code = earlier.currency_code and closing.month >= earlier.month
    where closing.receivable > 0
),

count_back as (
    select
        month,
        currency_code,
        sum(case
            when newer_sales >= receivable then 0
            when gross <= 0 or newer_sales + gross <= receivable then days
            else days * cast(receivable - newer_sales as double) / gross
        end) as days
    from counted
    group by month, currency_code
)

select
    joined.month,
    joined.currency_code,
    cast(joined.receivable as decimal(18, 2)) as receivable,
    cast(joined.gross as decimal(18, 2)) as invoiced_gross,
    case when joined.gross > 0 then cast(joined.receivable as double) / joined.gross * joined.days end as dso_simple,
    case when joined.receivable > 0 then count_back.days else 0 end as dso_count_back,
    joined.month < {{ this_month() }} as is_over
from joined
left join count_back on joined.month = count_back.month and joined.currency_code = count_back.currency_code
where joined.month >= joined.first_posting
