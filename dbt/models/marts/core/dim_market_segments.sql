select
    market_segment_id,
    market_segment_name
from {{ ref('stg_pms__market_segments') }}
