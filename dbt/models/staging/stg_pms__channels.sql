with fields as (
    select
        seen_at,
        {{ channel_fields('record') }}
    from {{ records('channels', channel_struct()) }}
)

select
    id as channel_id,
    name as channel_name,
    operator as channel_operator,
    commission as commission_percent
from fields
where id is not null
