-- Stays with a status that is not in the seed would be missing from every figure: add the status to
-- seeds/room_stay_statuses.csv. A stay without a status is listed in quality; if at least ten and more than 1 % of the
-- stays have none, the status is not where the record dictionary says.
with statuses as (
    select
        room_stay_status,
        occupancy_state,
        count(*) as stays,
        min(room_stay_id) as room_stay_id
    from {{ ref('int_room_stays') }}
    group by room_stay_status, occupancy_state
),

totals as (
    select sum(stays) as all_stays from statuses
)

select
    statuses.room_stay_status,
    statuses.stays,
    statuses.room_stay_id as for_example,
    case
        when statuses.room_stay_status is null then 'may be stated in another field'
        else 'needs a line in dbt/seeds/room_stay_statuses.csv'
    end as which
from statuses
cross join totals
where
    statuses.occupancy_state is null
    or (statuses.room_stay_status is null and statuses.stays >= 10 and statuses.stays > 0.01 * totals.all_stays)
