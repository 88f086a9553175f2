{{ config(
    materialized='incremental',
    pre_hook="{{ keep_up_with(room_stay_inputs(), by='made_of') }}",
) }}

-- Every room stay outside the excluded buildings, with its place, dates, number of nights and amounts in cents: the
-- source of all marts of stays. Only stays whose record or place changed are computed again. `fingerprint` changes only
-- if a column of the result does.
with places as (
    select
        {{ all_but(['made_of'], ref('int_stay_places'), 'places') }},
        inputs.fingerprint as made_of
    from {{ ref('int_stay_places') }} as places
    inner join {{ lacking(room_stay_inputs()) }} as inputs on places.room_stay_id = inputs.room_stay_id
),

extras as (
    select
        room_stay_id,
        sum({{ to_cents('net_amount') }}) as net_cents,
        sum({{ to_cents('vat_amount') }}) as vat_cents
    from {{ ref('stg_pms__room_stay_extras') }}
    where {{ of_lacking('room_stay_id', 'places') }}
    group by room_stay_id
),

final as (
    select
        stays.room_stay_id,
        stays.booking_id,
        stays.booking_reference,
        stays.contact_id,
        stays.unit_id,
        places.building_id,
        places.unit_type_id,
        stays.room_stay_status,
        case when stays.room_stay_status is null then 'none' else statuses.occupancy_state end as occupancy_state,
        stays.channel_id,
        stays.market_segment_id,
        stays.rate_code,
        stays.rate_type,
        stays.start_date,
        stays.end_date,
        {{ stay_nights('stays.start_date', 'stays.end_date') }} as nights,
        stays.end_date <= stays.start_date as is_day_use,
        {{ days_between('stays.start_date', 'stays.end_date') }} >= {{ setting('residential_from_nights') }}
            as is_residential,
        coalesce(
            {{ stated_date('stays.created', 'places.time_zone') }},
            {{ stated_date('stays.confirmed', 'places.time_zone') }}
        ) as booked_date,
        {{ stated_date('stays.confirmed', 'places.time_zone') }} as confirmed_date,
        {{ stated_date('stays.contract_signed', 'places.time_zone') }} as signed_date,
        case
            -- A stay that was cancelled and stands again may still state when it was.
            when stays.room_stay_status = 'CANCELLED'
                then coalesce(
                    {{ known_day('stays.cancelled_date') }},
                    {{ stated_date('stays.last_status_change', 'places.time_zone') }}
                )
        end as cancelled_date,
        coalesce(stays.currency_code, places.building_currency_code) as currency_code,
        {{ to_cents('stays.net_amount') }} as net_cents,
        {{ to_cents('stays.vat_amount') }} as vat_cents,
        cast(coalesce(extras.net_cents, 0) as bigint) as extras_net_cents,
        cast(coalesce(extras.vat_cents, 0) as bigint) as extras_vat_cents
    from {{ ref('stg_pms__room_stays') }} as stays
    inner join places on stays.room_stay_id = places.room_stay_id
    left join {{ ref('room_stay_statuses') }} as statuses on stays.room_stay_status = statuses.room_stay_status
    left join extras on stays.room_stay_id = extras.room_stay_id
)

select
    final.*,
    {{ row_fingerprint('final') }} as fingerprint,
    places.made_of
from final
inner join places on final.room_stay_id = places.room_stay_id
