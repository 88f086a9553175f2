with fields as (
    select
        seen_at,
        {{ market_segment_fields('record') }}
    from {{ records('market_segments', market_segment_struct()) }}
)

select
    id as market_segment_id,
    name as market_segment_name
from fields
where id is not null
