{% set amounts = ['net_cents', 'vat_cents', 'extras_net_cents', 'extras_vat_cents'] %}

{{ config(
    materialized='incremental',
    pre_hook="{{ drop_old_inputs(ref('int_room_stays')) }}",
) }}

-- A row per night of every stay that holds one, and one row for a same-day stay; the cents of the rows sum to the
-- stay's. What else there is to know of a night is in int_room_stays.
with stays as (
    select
        room_stay_id,
        start_date,
        greatest(nights, 1) as shares,
        {% for amount in amounts -%}
        {{ least_share(amount, 'greatest(nights, 1)') }} as {{ amount }}_least,
        {{ rest_of_shares(amount, 'greatest(nights, 1)') }} as {{ amount }}_rest,
        {% endfor -%}
        fingerprint
    from {{ ref('int_room_stays') }}
    where
        occupancy_state in ('occupied', 'tentative')
        and start_date is not null
        and end_date is not null
        and {{ not_held('fingerprint', sample='held.night_number = 0') }}
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
    {% for amount in amounts -%}
    {{ share_with_rest(amount ~ '_least', amount ~ '_rest', 'night_number', 'shares') }} as {{ amount }},
    {% endfor -%}
    night_number,
    fingerprint
from numbered
