-- Guest stays without a unit whose room stay has one.
select
    guests.guest_stay_id,
    stays.unit_id
from {{ ref('stg_pms__guest_stays') }} as guests
inner join {{ ref('fct_room_stays') }} as stays on guests.room_stay_id = stays.room_stay_id
where guests.unit_id is null and stays.unit_id is not null
