-- The span in which a bookable unit is supply: its own dates, cut to its contracts where it has any, within the
-- horizon.
with contracts as (
    select
        unit_id,
        min(start_date) as start_date,
        -- An open contract has no last night; a closed one ends on the morning after its end date (not shown: taken
        -- as its last night).
        case when count(*) = count(end_date) then {{ add_days('max(end_date)', 1) }} end as end_date
    from {{ ref('stg_pms__unit_contracts') }}
    where unit_id is not null
    group by unit_id
),

first_stays as (
    select
        unit_id,
        min(start_date) as start_date
    from {{ ref('int_room_stays') }}
    where occupancy_state in ('occupied', 'tentative') and unit_id is not null
    group by unit_id
),

-- Units that came with a later load than the list's first were not there before, but for what was slept in them.
newcomers as (
    select
        unit_id,
        min(loaded_on) as loaded_on
    from {{ ref('stg_pms__unit_versions') }}
    group by unit_id
    having min(loaded_on) > min(list_first_loaded_on)
)

select
    units.unit_id,
    units.building_id,
    units.unit_type_id,
    greatest(
        coalesce(
            greatest(units.available_from, contracts.start_date),
            case when newcomers.loaded_on is not null then least(newcomers.loaded_on, first_stays.start_date) end,
            horizon.first_night
        ),
        horizon.earliest_night
    ) as start_date,
    least(
        coalesce({{ add_days('units.available_to', 1) }}, horizon.end_date),
        coalesce(contracts.end_date, horizon.end_date),
        horizon.end_date
    ) as end_date
from {{ ref('int_units') }} as units
cross join {{ ref('int_horizon') }} as horizon
left join contracts on units.unit_id = contracts.unit_id
left join newcomers on units.unit_id = newcomers.unit_id
left join first_stays on units.unit_id = first_stays.unit_id
where
    units.is_bookable
    and not units.is_excluded
