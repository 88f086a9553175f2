select
    channel_id,
    channel_name,
    channel_operator,
    commission_percent,
    removed_on
from {{ ref('stg_pms__channels') }}
