-- Spans of nights in which an activity with blockAvailability takes a unit off sale. The night of the due date is free
-- again. An activity that was deleted, called off or no longer blocks took its unit off sale until the load that found
-- this.
select
    activity_id,
    unit_id,
    start_date,
    least(due_date, removed_on) as end_date,
    case
        when {{ days_between('start_date', 'due_date') }} >= {{ var('closure_from_nights') }} then 'closed'
        else 'out_of_order'
    end as state
from {{ ref('int_stated_blocks') }}
where start_date < due_date and (removed_on is null or start_date < removed_on)
