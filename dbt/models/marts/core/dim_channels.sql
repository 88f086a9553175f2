select
    channel_id,
    channel_name,
    channel_operator,
    cast(commission_percent as decimal(18, 4)) as commission_percent,
    removed_on
from {{ ref('stg_pms__channels') }}
