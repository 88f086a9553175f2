-- The spans in which units are supply: the dates of each, cut to its contracts where it has any, within the horizon,
-- while loads found it bookable. One that is gone keeps those of its past if a stay was ever sold in it; else it was a
-- slip of the pen.
with contracts as (
    select
        unit_id,
        -- One without a start was always there.
        case when count(*) = count(start_date) then min(start_date) end as start_date,
        -- An open contract has no last night; a closed one ends on the morning after its end date (not shown: taken
        -- as its last night). One that is gone held until it was found so; a unit without any now has no last night.
        case
            when
                bool_or(removed_on is null) and not bool_or(removed_on is null and end_date is null)
                then max(least({{ add_days('end_date', 1) }}, removed_on))
        end as end_date
    from {{ ref('stg_pms__unit_contracts') }}
    where unit_id is not null and (removed_on is null or start_date is null or start_date < removed_on)
    group by unit_id
),

-- Units that the first load did not find, and that came with a later one.
newcomers as (
    select
        unit_id,
        min(loaded_on) as first_seen_on
    from {{ ref('stg_pms__unit_versions') }}
    group by unit_id
    having not bool_or(is_of_first_load)
),

versions as (
    select
        unit_id,
        is_bookable,
        loaded_on,
        replaced_on,
        -- What was before the first load is not known: taken to be as that found it.
        loaded_on = min(loaded_on) over (partition by unit_id) as is_first
    from {{ ref('stg_pms__unit_versions') }}
    -- Of several versions of one day the last holds.
    where replaced_on is null or loaded_on < replaced_on
),

bookable as (
    select
        *,
        lag(replaced_on) over (partition by unit_id order by loaded_on) as previous_end
    from versions
    where is_bookable
),

numbered as (
    select
        *,
        sum(case when loaded_on = previous_end then 0 else 1 end) over (
            partition by unit_id
            order by loaded_on
            rows between unbounded preceding and current row
        ) as span_number
    from bookable
),

found_bookable as (
    select
        unit_id,
        case when not bool_or(is_first) then min(loaded_on) end as start_date,
        case when bool_and(replaced_on is not null) then max(replaced_on) end as end_date
    from numbered
    group by unit_id, span_number
),

sold as (
    select
        unit_id,
        min(start_date) as first_night
    from {{ ref('int_room_stays') }}
    where occupancy_state = 'occupied' and unit_id is not null
    group by unit_id
)

select
    units.unit_id,
    units.building_id,
    units.unit_type_id,
    greatest(
        coalesce(
            greatest(units.available_from, contracts.start_date),
            case when newcomers.unit_id is not null then least(newcomers.first_seen_on, sold.first_night) end,
            horizon.first_night
        ),
        found_bookable.start_date,
        horizon.earliest_night
    ) as start_date,
    least(
        {{ add_days('units.available_to', 1) }},
        contracts.end_date,
        found_bookable.end_date,
        horizon.end_date
    ) as end_date
from {{ ref('int_units') }} as units
inner join found_bookable on units.unit_id = found_bookable.unit_id
cross join {{ ref('int_horizon') }} as horizon
left join newcomers on units.unit_id = newcomers.unit_id
left join contracts on units.unit_id = contracts.unit_id
left join sold on units.unit_id = sold.unit_id
where
    not units.is_excluded
    and (units.removed_on is null or sold.unit_id is not null)
