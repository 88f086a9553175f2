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

{#
    The order in which records that tell of one stay are right: what was seen last, and of what came together the documented shape.
    The rest decides what nothing says, as long as it is the same for the stays as they are now and for the books.
#}
{% macro seen_last(row, net='net_amount') -%}
    {%- for column in ['seen_at', 'shape', 'record_key', 'start_date', 'end_date', 'room_stay_status', 'unit_id', net] -%}
        {{ row }}.{{ column }} desc{{ ', ' if not loop.last }}
    {%- endfor -%}
{%- endmacro %}
