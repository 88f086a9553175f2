{{ config(
    materialized='incremental',
    incremental_strategy='append',
    pre_hook="{{ drop_old_versions([('contacts', none)]) }}",
) }}

with fields as {{ once() }} (
    select
        version,
        {{ contact_fields('record') }}
    from {{ records('contacts', contact_struct(), known=held()) }}
)

select
    id as contact_id,
    lower(trim(primary_contact_email_address__email)) as email_address,
    type as contact_type,
    source as contact_source,
    status as contact_status,
    lifecycle_stage,
    nationality_id,
    created_date as created_at,
    version
from fields
where id is not null
