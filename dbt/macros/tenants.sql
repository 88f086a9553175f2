{# Stays that belong to a tenancy, each with its tenant: one without a contact has nobody to continue. #}
{% macro tenant_stays() %}
(
    select
        *,
        coalesce(contact_id, -room_stay_id) as tenant
    from {{ ref('int_room_stays') }}
    where occupancy_state = 'occupied' and start_date is not null and end_date is not null
)
{% endmacro %}

{# What the tenancies of each tenant are made of, as one number: (tenant, fingerprint). #}
{% macro tenant_inputs() %}
(
    select
        tenant,
        {{ fingerprint([
            'tenant', fingerprint_of_group(['fingerprint']), setting('tenancy_gap_nights'),
            setting('residential_from_nights'),
        ]) }} as fingerprint
    from {{ tenant_stays() }} as stays
    group by tenant
)
{% endmacro %}
