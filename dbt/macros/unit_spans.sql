{% macro is_called_off(status) %}coalesce({{ code_in(status) }}, '') in ('CANCELLED', 'CANCELED'){% endmacro %}

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
