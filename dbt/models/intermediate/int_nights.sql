{% set amounts = ['net_cents', 'vat_cents', 'extras_net_cents', 'extras_vat_cents'] %}

{{ config(materialized='view') }}

-- A row per night of every stay that holds one, and one row for a same-day stay; the cents of the rows sum to the
-- stay's. Nights are unfolded where they are read: a stay that changed leaves none behind.
with stays as (
    select
        *,
        {% for amount in amounts -%}
        {{ least_share(amount, 'greatest(nights, 1)') }} as {{ amount }}_least,
        {{ rest_of_shares(amount, 'greatest(nights, 1)') }} as {{ amount }}_rest,
        {% endfor -%}
        greatest(nights, 1) as shares
    from {{ ref('int_room_stays') }}
    where
        occupancy_state in ('occupied', 'tentative')
        and start_date is not null
        and end_date is not null
),

numbered as (
    select
        *,
        {{ unfold('shares') }} as night_number
    from stays
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
    is_day_use,
    is_residential,
    {% for amount in amounts -%}
    {{ share_with_rest(amount ~ '_least', amount ~ '_rest', 'night_number', 'shares') }} as {{ amount }},
    {% endfor -%}
    currency_code
from numbered
