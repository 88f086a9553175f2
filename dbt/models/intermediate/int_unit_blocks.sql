-- Spans of nights in which an activity with blockAvailability takes a unit off sale; the due date's own night is free
-- again.
with spans as (
    select
        activities.activity_id,
        activities.unit_id,
        {{ stated_date('activities.started', 'coalesce(buildings.time_zone, ' ~ setting('time_zone') ~ ')') }}
            as start_date,
        activities.due_date as end_date
    from {{ ref('stg_pms__activities') }} as activities
    inner join {{ ref('int_units') }} as units on activities.unit_id = units.unit_id
    left join {{ ref('int_buildings') }} as buildings on units.building_id = buildings.building_id
    where
        activities.blocks_availability
        -- Activity statuses are not shown: only one that says it was called off frees the unit.
        and coalesce(upper(activities.activity_status), '') not in ('CANCELLED', 'CANCELED')
        and not units.is_excluded
)

select
    activity_id,
    unit_id,
    start_date,
    end_date,
    case
        when {{ days_between('start_date', 'end_date') }} >= {{ var('closure_from_nights') }} then 'closed'
        else 'out_of_order'
    end as state
from spans
where start_date < end_date
