{{ config(materialized='view') }}

-- Activities that would take a unit off sale, but state no start or no end.
select
    'block without dates, not counted' as kind,
    'activity' as record_type,
    activity_id as record_id,
    building_id,
    coalesce(start_date, due_date) as on_date,
    'Unit ' || unit_id || ' from ' || coalesce(cast(start_date as {{ sql_type('varchar') }}), '?')
    || ' to ' || coalesce(cast(due_date as {{ sql_type('varchar') }}), '?') as detail
from {{ ref('int_stated_blocks') }}
where removed_on is null and (start_date is null or due_date is null)
