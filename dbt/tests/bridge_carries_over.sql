-- What a month of a stay opens with is what the one before closed with: the fingerprints of both have one sum, and
-- every stay has one last month.
{% set stay = ['room_stay_id', 'building_id', 'currency_code'] %}
with sums as (
    select
        count(distinct {{ fingerprint(stay) }}) as stays,
        count(*) filter (where next_month is null) as last_months,
        coalesce(
            {{ fingerprint_of_group(stay + ['month', 'deferred_opening']) }} filter (where deferred_opening <> 0), 0
        ) as opened,
        coalesce(
            {{ fingerprint_of_group(stay + ['next_month', 'deferred_closing']) }}
            filter (where deferred_closing <> 0 and next_month is not null), 0
        ) as carried_over
    from {{ ref('fct_revenue_bridge_stays') }}
)

select *
from sums
where stays <> last_months or opened <> carried_over
