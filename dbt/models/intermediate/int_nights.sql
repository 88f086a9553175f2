{{ config(materialized='view') }}

-- A row per night of every stay that holds one, and one row for a same-day stay; the cents of the rows sum to the
-- stay's.
with numbered as (
    select
        *,
        {{ unfold('greatest(nights, 1)') }} as night_number,
        greatest(nights, 1) as shares
    from {{ ref('int_room_stays') }}
    where occupancy_state in ('occupied', 'tentative') and start_date is not null and end_date is not null
)

select
    room_stay_id,
    {{ add_days('start_date', 'night_number') }} as night_date,
    unit_id,
    unit_type_id,
    building_id,
    booking_id,
    room_stay_status,
    occupancy_state,
    channel_id,
    market_segment_id,
    currency_code,
    is_residential,
    is_day_use,
    {{ night_share('net_cents', 'night_number', 'shares') }} as net_cents,
    {{ night_share('vat_cents', 'night_number', 'shares') }} as vat_cents,
    {{ night_share('extras_net_cents', 'night_number', 'shares') }} as extras_net_cents,
    {{ night_share('extras_vat_cents', 'night_number', 'shares') }} as extras_vat_cents
from numbered
