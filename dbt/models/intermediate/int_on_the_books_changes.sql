{{ config(
    materialized='incremental',
    pre_hook="{{ keep_up_with(ref('int_stay_versions'), some='nights > 0', shared=true) }}",
) }}

-- The versions of int_stay_versions, cut at month ends. The shares of a stay's months sum to its net amount to the
-- cent.
with stays as (
    select
        *,
        nights as shares
    from {{ lacking(ref('int_stay_versions')) }}
    where nights > 0
)

select
    room_stay_id,
    month,
    known_from,
    known_to,
    building_id,
    {{ add_days('start_date', 'first_number') }} as first_night,
    cast(end_number - first_number as integer) as nights,
    {{ month_share('net_cents') }} as net_cents,
    currency_code,
    fingerprint
from {{ stay_months('stays') }} as parts
