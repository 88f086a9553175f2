-- Spans of nights in which an activity with blockAvailability takes a unit off sale. The night of the due date is free
-- again. An activity that was deleted, called off or no longer blocks took its unit off sale until the load that found
-- this; one that was entered again takes it off sale again from the load that found it.
select
    activity_id,
    unit_id,
    greatest(start_date, found_on) as start_date,
    least(due_date, removed_on) as end_date,
    case
        when {{ days_between('start_date', 'due_date') }} >= {{ var('closure_from_nights') }} then 'closed'
        else 'out_of_order'
    end as state
from {{ ref('int_stated_blocks') }}
where is_of_known_unit and start_date < due_date and greatest(start_date, found_on) < least(due_date, removed_on)
