-- Every room stay outside the excluded buildings, placed, dated, counted and in whole cents: what all stay marts start from.
with stays as (
    select
        *,
        lower(trim(building_name)) as building_key,
        lower(trim(unit_type_name)) as unit_type_key
    from {{ ref('stg_pms__room_stays') }}
),

named_buildings as (
    select
        lower(trim(building_name)) as building_key,
        min(building_id) as building_id
    from {{ ref('int_buildings') }}
    group by lower(trim(building_name))
),

named_types as (
    select * from {{ ref('int_unit_type_names') }}
),

extras as (
    select
        room_stay_id,
        sum({{ to_cents('net_amount') }}) as net_cents,
        sum({{ to_cents('vat_amount') }}) as vat_cents
    from {{ ref('stg_pms__room_stay_extras') }}
    group by room_stay_id
),

placed as (
    select
        stays.*,
        coalesce(units.building_id, stays.building_id, named_buildings.building_id, -1) as known_building_id,
        coalesce(units.unit_type_id, stays.unit_type_id, of_building.unit_type_id, of_any.unit_type_id, -1)
            as known_unit_type_id,
        coalesce(units.is_excluded, {{ is_excluded_building('stays.building_id', 'stays.building_name') }})
            as unit_is_excluded
    from stays
    left join {{ ref('int_units') }} as units on stays.unit_id = units.unit_id
    left join named_buildings on stays.building_key = named_buildings.building_key
    left join named_types as of_building
        on
            stays.unit_type_key = of_building.unit_type_name
            and coalesce(stays.building_id, named_buildings.building_id) = of_building.building_id
    left join named_types as of_any
        on stays.unit_type_key = of_any.unit_type_name and of_any.building_id = -1
)

select
    placed.room_stay_id,
    placed.booking_id,
    placed.booking_reference,
    placed.contact_id,
    placed.unit_id,
    placed.known_building_id as building_id,
    placed.known_unit_type_id as unit_type_id,
    placed.room_stay_status,
    statuses.occupancy_state,
    placed.channel_id,
    placed.market_segment_id,
    placed.rate_code,
    placed.rate_type,
    placed.start_date,
    placed.end_date,
    cast(greatest({{ days_between('placed.start_date', 'placed.end_date') }}, 0) as integer) as nights,
    placed.end_date <= placed.start_date as is_day_use,
    {{ days_between('placed.start_date', 'placed.end_date') }} >= {{ var('residential_from_nights') }} as is_residential,
    placed.room_stay_status = 'CONFIRMED' and placed.start_date < {{ today() }} as is_overdue,
    {{ local_date('placed.created_at', "coalesce(buildings.time_zone, '" ~ var('time_zone') ~ "')") }} as booked_date,
    placed.cancelled_date,
    coalesce(placed.currency_code, buildings.currency_code, '{{ var("base_currency") }}') as currency_code,
    {{ to_cents('placed.net_amount') }} as net_cents,
    {{ to_cents('placed.vat_amount') }} as vat_cents,
    cast(coalesce(extras.net_cents, 0) as bigint) as extras_net_cents,
    cast(coalesce(extras.vat_cents, 0) as bigint) as extras_vat_cents
from placed
left join {{ ref('int_buildings') }} as buildings on placed.known_building_id = buildings.building_id
left join {{ ref('room_stay_statuses') }} as statuses on placed.room_stay_status = statuses.room_stay_status
left join extras on placed.room_stay_id = extras.room_stay_id
where not coalesce(buildings.is_excluded, false) and not placed.unit_is_excluded
