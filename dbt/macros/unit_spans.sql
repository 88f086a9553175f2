{#
    Activities that take a unit off sale, with the dates that they state: (activity_id, unit_id, building_id, start_date, due_date,
    removed_on). The statuses are not shown: we assume that only a cancelled activity frees the unit.
#}
{% macro blocks_as_stated() -%}
    select
        activities.activity_id,
        activities.unit_id,
        units.building_id,
        {{ stated_date('activities.started', 'coalesce(buildings.time_zone, ' ~ setting('time_zone') ~ ')') }}
            as start_date,
        activities.due_date,
        activities.removed_on
    from {{ ref('stg_pms__activities') }} as activities
    inner join {{ ref('int_units') }} as units on activities.unit_id = units.unit_id
    left join {{ ref('int_buildings') }} as buildings on units.building_id = buildings.building_id
    where
        activities.blocks_availability
        and not {{ is_called_off('activities.activity_status') }}
        and not units.is_excluded
{%- endmacro %}

{% macro is_called_off(status) %}coalesce(upper({{ status }}), '') in ('CANCELLED', 'CANCELED'){% endmacro %}

{# The fingerprint of the inputs of each unit's spans: (unit_id, fingerprint). #}
{% macro unit_inputs() %}
(
    select
        unit_id,
        {{ fingerprint(['unit_id', fingerprint_of_group(['place', 'state', 'start_date', 'end_date'])]) }} as fingerprint
    from (
        select
            unit_id,
            {{ fingerprint(['building_id', 'unit_type_id']) }} as place,
            'life' as state,
            start_date,
            end_date
        from {{ ref('int_unit_lives') }}
        union all
        select
            unit_id,
            {{ fingerprint(['room_stay_id']) }} as place,
            occupancy_state as state,
            start_date,
            end_date
        from {{ ref('int_room_stays') }}
        where occupancy_state in ('occupied', 'tentative') and unit_id is not null and nights > 0
        union all
        select
            unit_id,
            {{ fingerprint(['activity_id']) }} as place,
            state,
            start_date,
            end_date
        from {{ ref('int_unit_blocks') }}
    ) as parts
    group by unit_id
)
{% endmacro %}
