-- Unless `publish_names` is set, no name, address or number leaves the private file. A keyed digest stands for the
-- person; contacts with the same e-mail address have the same digest.
select
    contacts.contact_id,
    {{ keyed_digest(
        "coalesce(nullif(contacts.email_address, ''), 'contact ' || contacts.contact_id)", "keys.pseudonym_key"
    ) }} as contact_pseudonym,
    contacts.contact_type,
    contacts.contact_source,
    contacts.contact_status,
    contacts.lifecycle_stage,
    contacts.nationality_id,
    {{ stated_date('contacts.created', setting('time_zone')) }} as created_date,
    names.contact_name,
    names.email_address,
    names.telephone_number
from {{ ref('stg_pms__contacts') }} as contacts
cross join {{ source('private', 'pseudonym_key') }} as keys
left join {{ ref('stg_pms__contact_names') }} as names
    on contacts.contact_id = names.contact_id and {{ setting('publish_names') }}
