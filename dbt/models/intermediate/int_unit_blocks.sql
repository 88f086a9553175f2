-- Spans of nights in which an activity with blockAvailability takes a unit off sale; the due date's own night is free
-- again. One that is gone took it off sale until it was found so.
with spans as (
    select
        activities.activity_id,
        activities.unit_id,
        {{ stated_date('activities.started', 'coalesce(buildings.time_zone, ' ~ setting('time_zone') ~ ')') }}
            as start_date,
        activities.due_date,
        activities.removed_on
    from {{ ref('stg_pms__activities') }} as activities
    inner join {{ ref('int_units') }} as units on activities.unit_id = units.unit_id
    left join {{ ref('int_buildings') }} as buildings on units.building_id = buildings.building_id
    where
        {{ takes_off_sale('activities') }}
        and not units.is_excluded
)

select
    activity_id,
    unit_id,
    start_date,
    least(due_date, removed_on) as end_date,
    case
        when {{ days_between('start_date', 'due_date') }} >= {{ var('closure_from_nights') }} then 'closed'
        else 'out_of_order'
    end as state
from spans
where start_date < due_date and (removed_on is null or start_date < removed_on)
