{# The fingerprint of the current versions of what states each room stay: (room_stay_id, fingerprint). #}
{% macro staged_stay_inputs() %}
(
    select
        room_stay_id,
        {{ fingerprint(['room_stay_id', fingerprint_of_group(['content_version'])]) }} as fingerprint
    from {{ holding(ref('stg_pms__room_stay_versions'), 'bookings') }} as versions
    group by room_stay_id
)
{% endmacro %}

{#
    The order of preference of several records that contain one stay: the one seen last; of records seen at the same time, the one in
    the documented shape. The further columns only make the order unique, the same for the present stays and for the books.
#}
{% macro seen_last(row, net='net_amount') -%}
    {%- for column in ['seen_at', 'shape', 'record_key', 'start_date', 'end_date', 'room_stay_status', 'unit_id', net] -%}
        {{ row }}.{{ column }} desc{{ ', ' if not loop.last }}
    {%- endfor -%}
{%- endmacro %}

{# The dates that a room stay states of itself but for that of its creation, under the names of staging. #}
{% macro dates_of_stay() -%}
    confirmed_date as confirmed_at,
    confirmed_date__on as confirmed_on,
    contract_signed_date as contract_signed_at,
    contract_signed_date__on as contract_signed_on,
    last_status_change_date as last_status_change_at,
    last_status_change_date__on as last_status_change_on,
    cancelled_date
{%- endmacro %}

{# The columns whose greatest values the latest of several room stays has; one without dates is the latest only among such. #}
{% macro by_latest_stay() %}{{ return(['(start_date is not null)', 'start_date', 'room_stay_id']) }}{% endmacro %}
