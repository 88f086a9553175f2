-- From every currency to every other, through the seed's own base, by the dates on which a rate begins.
with dates as (
    select distinct valid_from from {{ ref('currency_rates') }}
),

spans as (
    select
        valid_from,
        coalesce(lead(valid_from) over (order by valid_from), cast('9999-12-31' as date)) as valid_to
    from dates
),

held as (
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
        -- Rates have four decimals, rounded half up, in whole numbers: through binary floating point 0.6567 / 0.0032
        -- would lose its half.
        cast(
            {{ whole_div(
                '20000 * cast(one.rate * 10000 as bigint) + cast(other.rate * 10000 as bigint)',
                'nullif(2 * cast(other.rate * 10000 as bigint), 0)'
            ) }} * 0.0001 as decimal(18, 4)
        ) as rate
    from held as one
    inner join held as other on one.valid_from = other.valid_from and one.currency_code <> other.currency_code
)

-- What four decimals make nothing of (a rupiah in pounds) is no rate: money would become 0.00 without a word.
select
    from_currency,
    to_currency,
    valid_from,
    valid_to,
    rate
from crossed
where rate > 0
