-- Three figures, each by its own date: earned by night, invoiced by invoice date (a void is taken back at its void
-- date), cash by allocation date.
with earned as (
    select
        month,
        building_id,
        currency_code,
        sum(room_cents) as room_cents,
        sum(extras_cents) as extras_cents
    from {{ ref('int_stay_bridges') }}
    group by month, building_id, currency_code
),

spans as (
    select
        building_id,
        currency_code,
        {{ month_of('start_date') }} as first_month,
        {{ month_of(add_days('start_date', 'greatest(nights, 1) - 1')) }} as last_month,
        0 as deferred_cents
    from {{ ref('int_room_stays') }}
    where {{ sells_nights() }}
    union all
    select
        building_id,
        currency_code,
        month as first_month,
        month as last_month,
        net_cents as deferred_cents
    from {{ ref('int_money_months') }}
    union all
    select
        building_id,
        currency_code,
        month as first_month,
        month as last_month,
        -room_cents - extras_cents as deferred_cents
    from earned
),

ledgers as (
    select
        building_id,
        currency_code,
        greatest(min(first_month), {{ first_money_month() }}) as first_month,
        -- An amount that stays deferred has a row in every month that has begun.
        least(
            case
                when sum(deferred_cents) <> 0 then greatest(max(last_month), {{ this_month() }})
                else max(last_month)
            end,
            {{ last_money_month() }}
        ) as last_month
    from spans
    group by building_id, currency_code
),

-- Every month from the first to the last of a ledger, so that each opening follows the closing of the month before.
-- Beyond the months laid out, only months in which something moved.
months as (
    select
        {{ unfold_months(
            'first_month', 'greatest(' ~ months_between('first_month', 'last_month') ~ ' + 1, 0)'
        ) }} as month,
        building_id,
        currency_code
    from ledgers
    union
    select
        month,
        building_id,
        currency_code
    from earned
    where {{ is_beyond_money_months('month') }}
    union
    select
        month,
        building_id,
        currency_code
    from {{ ref('int_money_months') }}
    where {{ is_beyond_money_months('month') }}
),

joined as (
    select
        months.month,
        months.building_id,
        months.currency_code,
        coalesce(earned.room_cents, 0) as room_cents,
        coalesce(earned.extras_cents, 0) as extras_cents,
        coalesce(moved.net_cents, 0) as net_cents,
        coalesce(moved.tax_cents, 0) as tax_cents,
        coalesce(moved.net_cents + moved.tax_cents, 0) as gross_cents,
        coalesce(moved.cash_cents, 0) as cash_cents
    from months
    left join earned
        on
            months.month = earned.month
            and months.building_id = earned.building_id
            and months.currency_code = earned.currency_code
    left join {{ ref('int_money_months') }} as moved
        on
            months.month = moved.month
            and months.building_id = moved.building_id
            and months.currency_code = moved.currency_code
),

bridged as (
    select
        *,
        sum(net_cents - room_cents - extras_cents) over (
            partition by building_id, currency_code
            order by month
            rows between unbounded preceding and current row
        ) as closing_cents
    from joined
)

select
    bridged.month,
    bridged.building_id,
    bridged.currency_code,
    {{ from_cents('bridged.room_cents') }} as room_earned_net,
    {{ from_cents('bridged.extras_cents') }} as extras_earned_net,
    {{ from_cents('bridged.net_cents') }} as invoiced_net,
    {{ from_cents('bridged.tax_cents') }} as invoiced_vat,
    {{ from_cents('bridged.gross_cents') }} as invoiced_gross,
    {{ from_cents('bridged.cash_cents') }} as cash_received,
    {{ from_cents('bridged.closing_cents - bridged.net_cents + bridged.room_cents + bridged.extras_cents') }}
        as deferred_opening,
    {{ from_cents('bridged.closing_cents') }} as deferred_closing,
    bridged.month > {{ this_month() }} as is_forecast,
    {{ from_cents(converted('bridged.room_cents + bridged.extras_cents', base_rate('bridged', 'rates'))) }}
        as earned_net_base,
    {{ from_cents(converted('bridged.net_cents', base_rate('bridged', 'rates'))) }} as invoiced_net_base,
    {{ from_cents(converted('bridged.cash_cents', base_rate('bridged', 'rates'))) }} as cash_received_base,
    {{ setting('base_currency') }} as base_currency_code
from bridged
left join {{ ref('int_currency_rates') }} as rates
    on
        bridged.currency_code = rates.from_currency
        and rates.to_currency = {{ setting('base_currency') }}
        and {{ last_day_of('bridged.month') }} >= rates.valid_from
        and {{ last_day_of('bridged.month') }} < rates.valid_to
