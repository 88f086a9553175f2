-- Sold stays of residential tenancies with their rent; a month counts as a twelfth of 365 nights.
select
    stays.room_stay_id,
    members.tenancy_id,
    stays.contact_id,
    stays.unit_id,
    stays.building_id,
    stays.unit_type_id,
    stays.room_stay_status,
    stays.start_date,
    stays.end_date,
    stays.nights,
    tenancies.last_end_date as tenancy_end_date,
    members.room_stay_id <> members.tenancy_id as is_renewal,
    stays.rate_type,
    {{ from_cents('stays.net_cents') }} as net_amount,
    {{ money_per(from_cents('stays.net_cents * 365'), 'stays.nights * 12') }} as monthly_rent_net,
    stays.currency_code
from {{ ref('int_tenancy_stays') }} as members
inner join {{ ref('int_room_stays') }} as stays on members.room_stay_id = stays.room_stay_id
inner join {{ ref('fct_tenancies') }} as tenancies on members.tenancy_id = tenancies.tenancy_id
where tenancies.is_residential and stays.nights > 0
