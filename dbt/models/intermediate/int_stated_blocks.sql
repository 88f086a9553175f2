{% set zone = 'coalesce(buildings.time_zone, ' ~ setting('time_zone') ~ ')' %}
-- Activities that take a unit off sale, with the dates that they state. The meaning of the statuses is not documented:
-- we assume that only a cancelled activity frees the unit.
select
    activities.activity_id,
    activities.unit_id,
    coalesce(units.building_id, -1) as building_id,
    units.unit_id is not null as is_of_known_unit,
    {{ stated_date('activities.started', zone) }} as start_date,
    coalesce(
        {{ date_in('activities.due_text', zone) }},
        -- That is null late in the evening, which may be midnight in another zone; here the zone is known.
        {{ local_date(moment('activities.due_text'), zone) }},
        activities.due_date
    ) as due_date,
    activities.found_on,
    activities.removed_on
from {{ ref('stg_pms__activities') }} as activities
left join {{ ref('int_units') }} as units on activities.unit_id = units.unit_id
left join {{ ref('int_buildings') }} as buildings on units.building_id = buildings.building_id
where
    activities.blocks_availability
    and not {{ is_called_off('activities.activity_status') }}
    and not coalesce(units.is_excluded, false)
