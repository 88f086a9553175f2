-- Units that are still bookable although their last available night is past.
select
    unit_id,
    false as bookable
from {{ ref('dim_units') }}
where is_bookable and removed_on is null and available_to < {{ today() }}
