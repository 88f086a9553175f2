-- Unless asked otherwise (`publish_names`), no name, address or number leaves the private file: one keyed digest stands
-- for the person, the same for the same e-mail.
select
    contacts.contact_id,
    {{ keyed_digest("coalesce(contacts.email_address, 'contact ' || contacts.contact_id)", "keys.pseudonym_key") }}
        as contact_pseudonym,
    contacts.contact_type,
    contacts.contact_source,
    contacts.contact_status,
    contacts.lifecycle_stage,
    contacts.nationality_id,
    {{ local_date('contacts.created_at', "'" ~ var('time_zone') ~ "'") }} as created_date,
    {%- if var('publish_names') %}
    names.contact_name,
    names.email_address,
    names.telephone_number
    {%- else %}
    cast(null as {{ sql_type('varchar') }}) as contact_name,
    cast(null as {{ sql_type('varchar') }}) as email_address,
    cast(null as {{ sql_type('varchar') }}) as telephone_number
    {%- endif %}
from {{ ref('stg_pms__contacts') }} as contacts
cross join {{ source('private', 'pseudonym_key') }} as keys
{%- if var('publish_names') %}
left join {{ ref('stg_pms__contact_names') }} as names on contacts.contact_id = names.contact_id
{%- endif %}
