-- closing = opening + invoiced - earned in every row, and each opening is the closing of the month before.
with bridge as (
    select
        *,
        lag(deferred_closing, 1, 0) over (partition by building_id, currency_code order by month) as previous_closing
    from {{ ref('fct_revenue_monthly') }}
)

select *
from bridge
where
    deferred_closing <> deferred_opening + invoiced_net - room_earned_net - extras_earned_net
    or deferred_opening <> previous_closing
