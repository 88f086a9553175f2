{% set versions = ref('stg_pms__financial_allocation_versions') %}

-- Allocations of both lists as they are now. An id that is in both lists has one row, the version seen last.
with ended as (
    {% for list in ['sales_payments', 'sales_invoices'] -%}
    select earlier.version from {{ earlier_versions('financial_allocations_' ~ list) }} as earlier
    {{ 'union all' if not loop.last }}
    {% endfor %}
),

lists as (
    select
        allocation_id,
        stream,
        seen_at,
        version
    from {{ all_without(versions, 'ended', 'version') }} as standing
),

seen_earlier as (
    -- Of two seen at one time, the receipt is right.
    select case when one.seen_at <= other.seen_at then one.version else other.version end as version
    from lists as one
    inner join lists as other
        on one.allocation_id = other.allocation_id and one.stream = 'sales_invoices' and other.stream = 'sales_payments'
),

left_out as (
    select * from ended
    union all
    select * from seen_earlier
)

select *
from {{ all_without(versions, 'left_out', 'version') }} as allocations
