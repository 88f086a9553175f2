{{ config(post_hook="{{ create_on_the_books() }}") }}

-- The stays of int_stay_versions cut at month ends; the shares of a stay's months sum to its net amount to the cent.
with months as (
    select
        *,
        {{ add_months(
            month_of('start_date'),
            unfold(months_between(month_of('start_date'), month_of(add_days('end_date', -1))) ~ ' + 1')
        ) }} as stay_month
    from {{ ref('int_stay_versions') }}
    where nights > 0
),

parts as (
    select
        *,
        {{ days_between('start_date', 'greatest(start_date, stay_month)') }} as first_number,
        {{ days_between('start_date', 'least(end_date, ' ~ add_months('stay_month', 1) ~ ')') }} as end_number
    from months
)

select
    room_stay_id,
    stay_month,
    known_from,
    known_to,
    building_id,
    cast(end_number - first_number as integer) as nights,
    {{ from_cents(
        floor_div('net_cents * end_number', 'nights') ~ ' - ' ~ floor_div('net_cents * first_number', 'nights')
    ) }} as net_amount,
    currency_code
from parts
