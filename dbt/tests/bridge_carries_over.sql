-- The opening of each row of a stay is the closing of the row before, and the first opening is 0. Compared by the sums
-- of the fingerprints of (month, opening) and (next_month, closing) of each stay.
{% set stay = ['room_stay_id', 'building_id', 'currency_code'] | join(', ') %}
select {{ stay }}
from {{ ref('fct_revenue_bridge_stays') }}
group by {{ stay }}
having
    {{ fingerprint_of_group(['month', 'deferred_opening']) }}
    <> {{ fingerprint(['min(month)', from_cents('0')]) }} + coalesce(
        {{ fingerprint_of_group(['next_month', 'deferred_closing']) }} filter (where next_month is not null), 0
    )
