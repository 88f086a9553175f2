select max(ended_at) as ended_at
from {{ source('raw', 'walks') }}
