-- Allocations of both lists as they are now; an id seen in both counts once, as it was seen last.
with lists as (
    select *
    from {{ ref('stg_pms__financial_allocation_versions') }}
    where version not in (
        {% for list in ['sales_payments', 'sales_invoices'] -%}
        select earlier.version from {{ earlier_versions('financial_allocations_' ~ list) }} as earlier
        {{ 'union all' if not loop.last }}
        {% endfor %}
    )
)

select *
from lists as one
where not exists (
    select 1
    from lists as other
    where
        other.allocation_id = one.allocation_id
        and other.stream <> one.stream
        and (other.seen_at, other.stream) > (one.seen_at, one.stream)
)
