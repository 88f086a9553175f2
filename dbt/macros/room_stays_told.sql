{# Which versions of records tell of each room stay now, as one number: (room_stay_id, fingerprint). #}
{% macro room_stays_told() %}
(
    select
        room_stay_id,
        {{ fingerprint(['room_stay_id', fingerprint_of_group(['version'])]) }} as fingerprint
    from {{ holding(ref('stg_pms__room_stay_versions'), 'bookings') }} as versions
    group by room_stay_id
)
{% endmacro %}
