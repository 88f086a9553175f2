-- Market segments as they are now, and deleted ones as they last were.
with fields as (
    select
        replaced_on,
        {{ market_segment_fields('record') }}
    from {{ last_records('market_segments', market_segment_struct()) }}
)

select
    id as market_segment_id,
    name as market_segment_name,
    replaced_on as removed_on
from fields
where id is not null
