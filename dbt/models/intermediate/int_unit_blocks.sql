-- Spans of nights in which an activity with blockAvailability takes a unit off sale; the due date's own night is free
-- again. One that is gone took it off sale until it was found so.
with spans as (
    {{ blocks_as_stated() }}
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
