{{ config(materialized='view') }}

-- Activities that would take a unit off sale, did they say from when and until when.
with blocks as (
    select
        activities.activity_id,
        activities.unit_id,
        units.building_id,
        {{ stated_date('activities.started', 'coalesce(buildings.time_zone, ' ~ setting('time_zone') ~ ')') }}
            as start_date,
        activities.due_date
    from {{ ref('stg_pms__activities') }} as activities
    inner join {{ ref('int_units') }} as units on activities.unit_id = units.unit_id
    left join {{ ref('int_buildings') }} as buildings on units.building_id = buildings.building_id
    where
        {{ takes_off_sale('activities') }}
        and activities.removed_on is null
        and not units.is_excluded
)

select
    'block without dates, not counted' as kind,
    'activity' as record_type,
    activity_id as record_id,
    building_id,
    coalesce(start_date, due_date) as on_date,
    'Unit ' || unit_id || ' from ' || coalesce(cast(start_date as {{ sql_type('varchar') }}), '?')
    || ' to ' || coalesce(cast(due_date as {{ sql_type('varchar') }}), '?') as detail
from blocks
where start_date is null or due_date is null
