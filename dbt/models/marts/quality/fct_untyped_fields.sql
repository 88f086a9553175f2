with found as (
    select
        stream,
        record_key,
        {{ each('fields') }} as item
    from {{ ref('int_field_checks') }}
    where fields is not null
)

select
    stream,
    record_key,
    item.field as field,
    item.raw_value as raw_value,
    count(*) as times
from found
group by stream, record_key, item.field, item.raw_value
