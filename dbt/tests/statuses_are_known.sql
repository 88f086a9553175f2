-- Stays with a status that is not in the seed would be missing from every figure: add the status to
-- seeds/room_stay_statuses.csv.
select
    room_stay_status,
    count(*) as stays
from {{ ref('int_room_stays') }}
where occupancy_state is null
group by room_stay_status
