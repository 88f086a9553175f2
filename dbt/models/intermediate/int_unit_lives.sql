-- The spans of dates in which units are supply: the stated dates of the unit, cut to its contracts and to the horizon,
-- as long as loads found the unit bookable. A deleted unit in which no stay was sold may have been entered by mistake:
-- it keeps only the nights on which loads found it.
with firsts as (
    select
        unit_id,
        min(loaded_on) as first_seen_on,
        -- Such a unit came with a later load than the first.
        not bool_or(is_of_first_load) as is_newcomer
    from {{ ref('stg_pms__unit_versions') }}
    group by unit_id
),

-- A contract that came with its unit, or before it, was always there.
contracts as (
    select
        contracts.unit_id,
        contracts.start_date,
        contracts.end_date,
        case when contracts.found_on > firsts.first_seen_on then contracts.found_on end as found_on,
        contracts.removed_on
    from {{ ref('stg_pms__unit_contracts') }} as contracts
    inner join firsts on contracts.unit_id = firsts.unit_id
),

-- A load that finds a contract, or finds it deleted, begins a new period. Nights before that date are cut to the
-- contracts that were known until then, nights from that date on to those that have been known since. So does the start
-- of a contract that was found later: from then on it adds nights to those of the contracts known.
turns as (
    select
        unit_id,
        found_on as turned_on
    from contracts
    where found_on is not null
    union distinct
    select
        unit_id,
        start_date as turned_on
    from contracts
    where start_date < found_on
    union distinct
    select
        unit_id,
        removed_on as turned_on
    from contracts
    where removed_on is not null
),

periods as (
    select
        unit_id,
        lag(turned_on) over (partition by unit_id order by turned_on) as known_from,
        turned_on as known_to
    from turns
    union all
    select
        unit_id,
        max(greatest(found_on, removed_on)) as known_from,
        cast(null as date) as known_to
    from contracts
    group by unit_id
),

contracts_by_period as (
    select
        periods.unit_id,
        periods.known_from,
        periods.known_to,
        contracts.start_date,
        contracts.end_date,
        contracts.found_on is null or coalesce(contracts.found_on <= periods.known_from, false) as is_found,
        coalesce(contracts.removed_on > periods.known_from, true) as is_left,
        coalesce(contracts.start_date < contracts.removed_on, true) as has_begun,
        coalesce(contracts.start_date <= periods.known_from, false) as is_running
    from periods
    inner join contracts on periods.unit_id = contracts.unit_id
),

stated as (
    select
        *,
        is_found and is_left as is_there,
        is_left and (is_found or is_running) as is_there_or_added,
        (is_found and (is_left or has_begun)) or (is_left and is_running) as bounds_start
    from contracts_by_period
),

-- In a period without a known contract, nothing is cut.
bounds as (
    select
        unit_id,
        known_from,
        known_to,
        -- A contract without a start was always there. A gap after a deleted contract does not interrupt supply either.
        case
            when bool_or(is_there) and not bool_or(bounds_start and start_date is null)
                then min(start_date) filter (where bounds_start)
        end as start_date,
        -- An open contract has no last night. Any other contract ends on the morning after its end date (not shown: we
        -- take the end date as the last night).
        case
            when bool_or(is_there) and not bool_or(is_there_or_added and end_date is null)
                then max({{ add_days('end_date', 1) }}) filter (where is_there_or_added)
        end as end_date
    from stated
    group by unit_id, known_from, known_to
),

versions as (
    select
        unit_id,
        is_bookable,
        loaded_on,
        replaced_on,
        -- The time before the first load is taken to be as that load found it.
        loaded_on = min(loaded_on) over (partition by unit_id) as is_first
    from {{ ref('stg_pms__unit_versions') }}
    -- Of several versions of one day, the last counts.
    where replaced_on is null or loaded_on < replaced_on
),

sold as (
    select
        unit_id,
        min(start_date) as first_night
    from {{ ref('int_room_stays') }}
    where occupancy_state = 'occupied'
    group by unit_id
),

lives as (
    select
        units.unit_id,
        units.building_id,
        units.unit_type_id,
        greatest(
            coalesce(
                greatest(units.available_from, bounds.start_date),
                case when firsts.is_newcomer then least(firsts.first_seen_on, sold.first_night) end,
                horizon.first_night
            ),
            bounds.known_from,
            case when not versions.is_first then versions.loaded_on end,
            case when units.removed_on is not null and sold.unit_id is null then firsts.first_seen_on end,
            horizon.earliest_night
        ) as start_date,
        least(
            {{ add_days('units.available_to', 1) }},
            bounds.end_date,
            bounds.known_to,
            versions.replaced_on,
            horizon.end_date
        ) as end_date
    from {{ ref('int_units') }} as units
    inner join versions on units.unit_id = versions.unit_id
    cross join {{ ref('int_horizon') }} as horizon
    inner join firsts on units.unit_id = firsts.unit_id
    left join bounds on units.unit_id = bounds.unit_id
    left join sold on units.unit_id = sold.unit_id
    where
        versions.is_bookable
        and not units.is_excluded
),

compared as (
    select
        *,
        lag(end_date) over (partition by unit_id order by start_date) as previous_end
    from lives
    where start_date < end_date
),

-- Adjacent spans are merged into one.
numbered as (
    select
        *,
        sum(case when start_date = previous_end then 0 else 1 end) over (
            partition by unit_id
            order by start_date
            rows between unbounded preceding and current row
        ) as span_number
    from compared
)

select
    unit_id,
    building_id,
    unit_type_id,
    min(start_date) as start_date,
    max(end_date) as end_date
from numbered
group by unit_id, building_id, unit_type_id, span_number
