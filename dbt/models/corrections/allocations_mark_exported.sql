-- Allocations that have an id of the finance system, while their export status is one before EXPORTED, or none.
-- EXPORTED is final, so those that were skipped or failed are left to people.
select
    allocation_id,
    external_id,
    'EXPORTED' as export_status,
    exported_at as exported_date
from {{ ref('fct_financial_allocations') }}
where
    external_id is not null
    and coalesce(export_status, 'PENDING') in ('CREATED', 'PENDING', 'SENT', 'IMPORTED')
