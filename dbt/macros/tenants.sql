{# Stays that belong to a tenancy, each with its tenant. A stay without a contact has a tenant_id of its own, so no stay continues it. #}
{% macro tenant_stays() %}
(
    select
        coalesce(contact_id, -room_stay_id) as tenant_id,
        room_stay_id,
        unit_id,
        start_date,
        end_date,
        fingerprint
    from {{ ref('int_room_stays') }}
    where {{ sells_nights() }}
)
{% endmacro %}

{# The fingerprint of the inputs of each tenant's tenancies: (tenant_id, fingerprint). #}
{% macro tenant_inputs() %}
(
    select
        tenant_id,
        {{ fingerprint([
            'tenant_id', fingerprint_of_group(['fingerprint']), setting('tenancy_gap_nights'),
            setting('residential_from_nights'),
        ]) }} as fingerprint
    from {{ tenant_stays() }} as stays
    group by tenant_id
)
{% endmacro %}
