{{ config(materialized='view') }}

-- Activities that would take a unit off sale, but state no start or no end, or, while they are not over, end before
-- they begin or name no unit of the list: old ones are of units that were gone before the first load.
select
    case
        when not is_of_known_unit then 'block on an unknown unit, not counted'
        when due_date < start_date then 'block that ends before it begins, not counted'
        else 'block without dates, not counted'
    end as kind,
    'activity' as record_type,
    activity_id as record_id,
    building_id,
    coalesce(start_date, due_date) as on_date,
    'Unit ' || {{ in_words('unit_id') }} || ' from ' || coalesce(cast(start_date as {{ sql_type('varchar') }}), '?')
    || ' to ' || coalesce(cast(due_date as {{ sql_type('varchar') }}), '?') as detail
from {{ ref('int_stated_blocks') }}
where
    removed_on is null
    and (
        (is_of_known_unit and (start_date is null or due_date is null))
        or (
            (not is_of_known_unit or due_date < start_date)
            and coalesce(greatest(start_date, due_date), {{ today() }}) >= {{ today() }}
        )
    )
