-- Sales channels as they are now, and deleted ones as they last were.
with fields as (
    select
        replaced_on,
        {{ channel_fields('record') }}
    from {{ last_records('channels', channel_struct()) }}
)

select
    id as channel_id,
    name as channel_name,
    operator as channel_operator,
    commission as commission_percent,
    replaced_on as removed_on
from fields
where id is not null
