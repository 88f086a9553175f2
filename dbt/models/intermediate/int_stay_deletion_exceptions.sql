-- Sold stays that were deleted in the PMS after their arrival, as they last were.
with gone_stays as (
    select
        places.room_stay_id,
        places.building_id,
        places.room_stay_status,
        versions.start_date,
        versions.end_date,
        versions.net_cents,
        versions.currency_code,
        versions.known_to,
        row_number() over (partition by places.room_stay_id order by versions.known_from desc) as place
    from {{ ref('int_gone_stay_places') }} as places
    inner join {{ ref('room_stay_statuses') }} as statuses on places.room_stay_status = statuses.room_stay_status
    inner join {{ ref('int_stay_versions') }} as versions on places.room_stay_id = versions.room_stay_id
    where statuses.occupancy_state = 'occupied' and not places.is_excluded and versions.known_to is not null
)

select
    'deleted after its arrival' as kind,
    'room stay' as record_type,
    room_stay_id as record_id,
    building_id,
    start_date as on_date,
    room_stay_status || ' from ' || cast(start_date as {{ sql_type('varchar') }})
    || ' to ' || cast(end_date as {{ sql_type('varchar') }})
    || ' for ' || coalesce(cast({{ from_cents('net_cents') }} as {{ sql_type('varchar') }}), '?')
    || ' ' || currency_code || '; no longer in the PMS on ' || cast(known_to as {{ sql_type('varchar') }}) as detail
from gone_stays
where place = 1 and known_to > start_date
