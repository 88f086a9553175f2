{{ config(materialized='view') }}

-- The bridge of revenue.fct_revenue_monthly stay by stay. A stay has a row for each month in which something was earned
-- or invoiced; the closing of a row holds until the next row.
select
    room_stay_id,
    month,
    next_month,
    building_id,
    currency_code,
    {{ from_cents('closing_cents - invoiced_cents + room_cents + extras_cents') }} as deferred_opening,
    {{ from_cents('invoiced_cents') }} as invoiced_net,
    {{ from_cents('room_cents') }} as room_earned_net,
    {{ from_cents('extras_cents') }} as extras_earned_net,
    {{ from_cents('closing_cents') }} as deferred_closing,
    month > {{ this_month() }} as is_forecast
from {{ ref('int_stay_bridges') }}
