{{ config(post_hook="{{ create_on_the_books() }}") }}

-- The stays of int_stay_versions cut at month ends; the shares of a stay's months sum to its net amount to the cent.
with stays as (
    select
        *,
        nights as shares
    from {{ ref('int_stay_versions') }}
    where nights > 0
)

select
    room_stay_id,
    month as stay_month,
    known_from,
    known_to,
    building_id,
    {{ add_days('start_date', 'first_number') }} as first_night,
    cast(end_number - first_number as integer) as nights,
    {{ from_cents(month_share('net_cents')) }} as net_amount,
    currency_code
from {{ stay_months('stays') }} as parts
