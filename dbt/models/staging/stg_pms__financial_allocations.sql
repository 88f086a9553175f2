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
),

seen_earlier as (
    select
        case when (one.seen_at, one.stream) < (other.seen_at, other.stream) then one.version else other.version end
            as version
    from lists as one
    inner join lists as other on one.allocation_id = other.allocation_id and one.stream < other.stream
)

select *
from lists
where not exists (
    select 1
    from seen_earlier
    where seen_earlier.version = lists.version
)
