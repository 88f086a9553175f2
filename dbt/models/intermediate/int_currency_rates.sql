-- Rates from every currency into every other, computed through the seed's base currency, one row per span of dates
-- between two changes of any rate.
with dates as (
    select distinct valid_from from {{ ref('currency_rates') }}
),

spans as (
    select
        valid_from,
        coalesce(lead(valid_from) over (order by valid_from), cast('9999-12-31' as date)) as valid_to
    from dates
),

rates_in_force as (
    select
        rates.currency_code,
        spans.valid_from,
        spans.valid_to,
        {{ at_max('rates.rate_to_gbp', 'rates.valid_from') }} as rate
    from spans
    inner join {{ ref('currency_rates') }} as rates on spans.valid_from >= rates.valid_from
    group by rates.currency_code, spans.valid_from, spans.valid_to
),

crossed as (
    select
        one.currency_code as from_currency,
        other.currency_code as to_currency,
        one.valid_from,
        one.valid_to,
        -- Rates have four decimals, rounded half up. The division is in whole numbers, because binary floating point
        -- may be off by just enough to round another way: 0.6567 / 0.0032 is exactly 205.21875.
        cast(
            {{ whole_div(
                '20000 * cast(one.rate * 10000 as bigint) + cast(other.rate * 10000 as bigint)',
                'nullif(2 * cast(other.rate * 10000 as bigint), 0)'
            ) }} * 0.0001 as decimal(18, 4)
        ) as rate
    from rates_in_force as one
    inner join rates_in_force as other on one.valid_from = other.valid_from and one.currency_code <> other.currency_code
)

-- A rate that is 0.0000 in four decimals (rupiah into pounds) counts as no rate: money would silently become 0.00.
select
    from_currency,
    to_currency,
    valid_from,
    valid_to,
    rate
from crossed
where rate > 0
