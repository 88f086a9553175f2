{{ config(
    materialized='incremental',
    pre_hook="{{ keep_up_with(room_stays_told()) }}",
) }}

-- One row per room stay as it is now. Where several records, or one record twice, tell of one stay, the one seen last
-- is right. Stays are made anew of which another version tells.
with held as (
    select
        stays.*,
        told.fingerprint
    from {{ holding(ref('stg_pms__room_stay_versions'), 'bookings') }} as stays
    inner join {{ lacking(room_stays_told()) }} as told on stays.room_stay_id = told.room_stay_id
),

told_twice as (
    select room_stay_id
    from held
    group by room_stay_id
    having count(*) > 1
),

in_order as (
    select
        *,
        row_number() over (partition by room_stay_id order by {{ seen_last('held') }}) as age
    from held
    where room_stay_id in (select told_twice.room_stay_id from told_twice)
)

select
    {{ all_but(['record_key', 'valid_from', 'version', 'fingerprint'], ref('stg_pms__room_stay_versions'), 'held') }},
    held.fingerprint
from {{ all_without('held', 'told_twice', 'room_stay_id') }} as held
union all
select
    {{ all_but(
        ['record_key', 'valid_from', 'version', 'age', 'fingerprint'], ref('stg_pms__room_stay_versions'), 'in_order'
    ) }},
    in_order.fingerprint
from in_order
where age = 1
