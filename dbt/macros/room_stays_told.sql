{# Which versions of records tell of each room stay now, as one number: (room_stay_id, fingerprint). #}
{% macro room_stays_told() %}
(
    select
        room_stay_id,
        {{ fingerprint(['room_stay_id', fingerprint_of_group(['version'])]) }} as fingerprint
    from {{ ref('stg_pms__room_stay_versions') }}
    where version in (select now.version from {{ current_versions('bookings') }} as now)
    group by room_stay_id
)
{% endmacro %}
