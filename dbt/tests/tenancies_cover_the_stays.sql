-- Tenancies have as many stays and nights as there are sold stays with both dates.
with stays as (
    select
        count(*) as stays,
        coalesce(sum(nights), 0) as nights
    from {{ ref('int_room_stays') }}
    where occupancy_state = 'occupied' and start_date is not null and end_date is not null
),

tenancies as (
    select
        coalesce(sum(stay_count), 0) as stays,
        coalesce(sum(nights), 0) as nights
    from {{ ref('fct_tenancies') }}
)

select
    stays.stays,
    tenancies.stays as stays_in_tenancies,
    stays.nights,
    tenancies.nights as nights_in_tenancies
from stays
cross join tenancies
where stays.stays <> tenancies.stays or stays.nights <> tenancies.nights
