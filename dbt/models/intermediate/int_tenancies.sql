{{ config(
    materialized='incremental',
    pre_hook="{{ keep_up_with(ref('int_tenancy_stays'), shared=true) }}",
) }}

-- Tenancies with the unit and dates of the tenant. Only tenancies of tenants with a changed stay are computed again.
with stays as (
    select
        *,
        -- A stay that ends before it begins counts as left on the day of its arrival.
        greatest(end_date, start_date) as left_date
    from {{ ref('int_room_stays') }}
)

select
    members.tenancy_id,
    min(stays.contact_id) as contact_id,
    -- The unit of the last stay; null while that stay has no unit yet.
    nullif(
        {{ at_max('coalesce(stays.unit_id, -1)', ['stays.left_date', 'stays.start_date', 'stays.room_stay_id']) }}, -1
    ) as unit_id,
    {{ at_max('stays.building_id', ['stays.left_date', 'stays.start_date', 'stays.room_stay_id']) }} as building_id,
    min(stays.start_date) as first_start_date,
    max(stays.left_date) as last_end_date,
    cast(sum(stays.nights) as bigint) as nights,
    count(*) as stay_count,
    sum(stays.nights) >= {{ setting('residential_from_nights') }} as is_residential,
    min(members.fingerprint) as fingerprint
from {{ lacking(ref('int_tenancy_stays')) }} as members
inner join stays on members.room_stay_id = stays.room_stay_id
group by members.tenancy_id
