{{ config(
    materialized='incremental',
    incremental_strategy='append',
    pre_hook="{{ drop_old_inputs(ref('int_month_inputs')) }}",
) }}

-- Nights sold and their money by day, building and unit type, in the currency of the building. Months are made anew in
-- which a stay changed.
with months as (
    select *
    from {{ ref('int_month_inputs') }}
    where {{ not_held('fingerprint') }}
),

stays as (
    select
        room_stay_id,
        building_id,
        unit_type_id,
        currency_code,
        is_day_use,
        start_date,
        greatest(nights, 1) as shares
    from {{ ref('int_room_stays') }}
    where occupancy_state = 'occupied' and start_date is not null and end_date is not null
),

parts as (
    select
        stays.*,
        months.fingerprint
    from {{ stay_months('stays') }} as stays
    inner join months
        on
            stays.month = months.month
            and stays.building_id = months.building_id
            and stays.unit_type_id = months.unit_type_id
),

nights as (
    select
        nights.night_date,
        parts.building_id,
        parts.unit_type_id,
        parts.is_day_use,
        parts.fingerprint,
        -- Money of a stay in another currency than its building's, at the rate of the night; without a rate it is
        -- listed in quality.
        {{ in_currency('nights.net_cents', 'parts.currency_code', 'buildings.currency_code', 'rates.rate') }}
            as net_cents,
        {{ in_currency('nights.vat_cents', 'parts.currency_code', 'buildings.currency_code', 'rates.rate') }}
            as vat_cents,
        {{ in_currency('nights.extras_net_cents', 'parts.currency_code', 'buildings.currency_code', 'rates.rate') }}
            as extras_net_cents
    from {{ ref('int_nights') }} as nights
    inner join parts
        on
            nights.room_stay_id = parts.room_stay_id
            and nights.night_number >= parts.first_number
            and nights.night_number < parts.end_number
    inner join {{ ref('dim_buildings') }} as buildings on parts.building_id = buildings.building_id
    left join {{ ref('int_currency_rates') }} as rates
        on
            parts.currency_code = rates.from_currency
            and buildings.currency_code = rates.to_currency
            and nights.night_date >= rates.valid_from
            and nights.night_date < rates.valid_to
)

select
    night_date,
    building_id,
    unit_type_id,
    cast(count(*) filter (where not is_day_use) as bigint) as sold_nights,
    cast(sum(net_cents) as bigint) as net_cents,
    cast(sum(vat_cents) as bigint) as vat_cents,
    cast(sum(extras_net_cents) as bigint) as extras_cents,
    cast(coalesce(sum(net_cents) filter (where is_day_use), 0) as bigint) as day_use_cents,
    fingerprint
from nights
group by night_date, building_id, unit_type_id, fingerprint
