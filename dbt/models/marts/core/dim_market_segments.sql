select
    market_segment_id,
    market_segment_name,
    removed_on
from {{ ref('stg_pms__market_segments') }}
