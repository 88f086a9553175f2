select
    channel_id,
    channel_name,
    channel_operator,
    commission_percent
from {{ ref('stg_pms__channels') }}
