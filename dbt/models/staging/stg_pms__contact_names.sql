-- Who the contacts are, in words; a view, so that nothing of it is copied. Read only where names may be published.
select
    record.id as contact_id,
    nullif(trim(concat_ws(' ', record."firstName", record."lastName")), '') as contact_name,
    record."primaryContactEmailAddress".email as email_address,
    record."primaryContactTelephoneNumber".number as telephone_number
from
    {{ records('contacts', '\'{"id":"BIGINT","firstName":"VARCHAR","lastName":"VARCHAR",'
        ~ '"primaryContactEmailAddress":{"email":"VARCHAR"},"primaryContactTelephoneNumber":{"number":"VARCHAR"}}\'') }}
where record.id is not null
