-- Unbroken runs of invoiced nights of a stay, whether one item charges them or several.
with billed as (
    select
        room_stay_id,
        coalesce(charge_from, cast('1900-01-01' as date)) as start_date,
        case when is_open then cast('9999-12-31' as date) else {{ add_days('last_night', 1) }} end as end_date
    from {{ ref('int_room_charges') }}
    where room_stay_id is not null and not is_credit
),

in_order as (
    select
        *,
        max(end_date) over (
            partition by room_stay_id order by start_date, end_date
            rows between unbounded preceding and 1 preceding
        ) as billed_until
    from billed
),

numbered as (
    select
        *,
        sum(case when start_date <= billed_until then 0 else 1 end) over (
            partition by room_stay_id order by start_date, end_date
            rows between unbounded preceding and current row
        ) as run_number
    from in_order
)

select
    room_stay_id,
    min(start_date) as start_date,
    max(end_date) as end_date
from numbered
group by room_stay_id, run_number
