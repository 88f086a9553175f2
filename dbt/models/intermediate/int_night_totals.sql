{% set amounts = ['net_cents', 'vat_cents', 'extras_net_cents'] %}

{{ config(
    materialized='incremental',
    pre_hook="{{ keep_up_with(ref('int_room_stays'), some=holds_nights()) }}",
) }}

-- Sums over the nights of each stay, month by month. Nights are unfolded here once for all checks that need them. Only
-- stays that changed are computed again.
with nights as (
    {{ nights_of(lacking(ref('int_room_stays')), ['room_stay_id'], amounts) }}
),

totals as (
    select
        room_stay_id,
        {{ month_of('night_date') }} as month,
        count(*) as nights,
        {% for amount in amounts -%}
        cast(sum({{ amount }}) as bigint) as {{ amount }},
        {% endfor -%}
        min(night_date) as first_night
    from nights
    group by room_stay_id, {{ month_of('night_date') }}
)

select
    totals.*,
    stays.building_id,
    stays.unit_type_id,
    stays.currency_code,
    stays.occupancy_state,
    stays.is_day_use,
    stays.fingerprint
from totals
inner join {{ lacking(ref('int_room_stays')) }} as stays on totals.room_stay_id = stays.room_stay_id
