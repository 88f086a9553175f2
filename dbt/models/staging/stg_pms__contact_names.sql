{{ config(materialized='view') }}

-- Names, e-mail addresses and telephone numbers of contacts. A view, so that they are not copied. It is read only where
-- names may be published.
select
    record.id as contact_id,
    nullif(
        trim(concat_ws(' ', record.{{ adapter.quote('firstName') }}, record.{{ adapter.quote('lastName') }})), ''
    ) as contact_name,
    record.{{ adapter.quote('primaryContactEmailAddress') }}.email as email_address,
    record.{{ adapter.quote('primaryContactTelephoneNumber') }}.number as telephone_number
from
    {{ records('contacts', '\'{"id":"BIGINT","firstName":"VARCHAR","lastName":"VARCHAR",'
        ~ '"primaryContactEmailAddress":{"email":"VARCHAR"},"primaryContactTelephoneNumber":{"number":"VARCHAR"}}\'') }}
where record.id is not null
