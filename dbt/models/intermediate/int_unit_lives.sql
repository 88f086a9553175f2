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
)

select
    units.unit_id,
    units.building_id,
    units.unit_type_id,
    greatest(
        coalesce(greatest(units.available_from, contracts.start_date), horizon.first_night),
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
where
    units.is_bookable
    and not units.is_excluded
