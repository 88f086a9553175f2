-- Invoices whose export failed although they have an id of the finance system: back to PENDING, so that the export is
-- retried.
select
    invoice_id,
    external_id,
    exported_at as exported_date,
    'PENDING' as export_status,
    organisation_id as organisation_settings_id
from {{ ref('int_invoices') }}
where
    invoice_status = 'POSTED'
    and export_status = 'FAILED'
    and external_id is not null
    and exported_at is not null
    and organisation_id is not null
