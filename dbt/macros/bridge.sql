{# The fingerprint of the inputs of each stay's revenue bridge: (room_stay_id, fingerprint). #}
{% macro bridge_inputs() %}
(
    select
        coalesce(stays.room_stay_id, invoiced.room_stay_id) as room_stay_id,
        {{ fingerprint(['stays.room_stay_id', 'stays.fingerprint', 'invoiced.room_stay_id', 'invoiced.all_months']) }}
            as fingerprint
    from (
        select
            room_stay_id,
            fingerprint
        from {{ ref('int_room_stays') }}
        where {{ sells_nights() }}
    ) as stays
    full outer join (
        select
            room_stay_id,
            {{ fingerprint_of_group(['building_id', 'currency_code', 'month', 'net_cents']) }} as all_months
        from {{ ref('int_stay_invoices') }}
        group by room_stay_id
    ) as invoiced on stays.room_stay_id = invoiced.room_stay_id
)
{% endmacro %}
