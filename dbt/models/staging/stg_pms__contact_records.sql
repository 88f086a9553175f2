{{ config(
    materialized='incremental',
    pre_hook="{{ drop_old_versions([('contacts', none)]) }}",
) }}

-- Contacts, with the fields that do not fit their types. The id may be one of these fields.
with fields as (
    select
        record_key,
        version,
        text,
        {{ contact_fields('record') }}
    from {{ records('contacts', contact_struct(), known=held(), texts=contact_text()) }}
)

select
    record_key,
    id as contact_id,
    lower(trim(primary_contact_email_address__email)) as email_address,
    type as contact_type,
    source as contact_source,
    status as contact_status,
    lifecycle_stage,
    nationality_id,
    created_date as created_at,
    created_date__on as created_on,
    version,
    {{ fields_unread(contact_slips(), contact_untyped()) }} as untyped_fields
from fields
