-- What a month of a stay opens with is what the one before closed with, the first with nothing: of each stay the
-- fingerprints of both have one sum.
{% set stay = ['room_stay_id', 'building_id', 'currency_code'] | join(', ') %}
select {{ stay }}
from {{ ref('fct_revenue_bridge_stays') }}
group by {{ stay }}
having
    {{ fingerprint_of_group(['month', 'deferred_opening']) }}
    <> {{ fingerprint(['min(month)', from_cents('0')]) }} + coalesce(
        {{ fingerprint_of_group(['next_month', 'deferred_closing']) }} filter (where next_month is not null), 0
    )
