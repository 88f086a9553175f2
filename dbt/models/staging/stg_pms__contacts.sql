with fields as (
    select
        seen_at,
        {{ contact_fields('record') }}
    from {{ records('contacts', contact_struct()) }}
)

select
    id as contact_id,
    lower(trim(primary_contact_email_address__email)) as email_address,
    type as contact_type,
    source as contact_source,
    status as contact_status,
    lifecycle_stage,
    nationality_id,
    created_date as created_at
from fields
where id is not null
