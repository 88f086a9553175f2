-- Allocations that have an id of the finance system and are not EXPORTED.
select
    allocation_id,
    external_id,
    'EXPORTED' as export_status,
    exported_at as exported_date
from {{ ref('fct_financial_allocations') }}
where coalesce(export_status, 'PENDING') <> 'EXPORTED' and external_id is not null
