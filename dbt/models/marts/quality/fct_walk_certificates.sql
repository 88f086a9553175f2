{{ config(materialized='view') }}

-- A walk after the build is left out: the other marts do not contain what it read.
select
    walk_id,
    stream,
    selection,
    started_at,
    ended_at,
    tier,
    page_base,
    page_size,
    requests,
    step_backs,
    retries,
    row_count as {{ adapter.quote('rows') }},
    distinct_ids,
    total_first,
    total_last,
    ids_digest,
    complete,
    reason,
    business_date
from {{ walks() }}
where ended_at <= (select last.ended_at from {{ ref('int_last_walk') }} as last)
