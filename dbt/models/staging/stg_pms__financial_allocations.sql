-- Allocations of both lists; an id seen in both counts once, as it was seen last.
with lists as (
    select * from {{ ref('stg_pms__financial_allocation_lists') }}
)

select {{ all_but(['version'], ref('stg_pms__financial_allocation_lists'), 'one') }}
from lists as one
where not exists (
    select 1
    from lists as other
    where
        other.allocation_id = one.allocation_id
        and other.stream <> one.stream
        and (other.seen_at, other.stream) > (one.seen_at, one.stream)
)
