{{ config(
    materialized='incremental',
    pre_hook="{{ keep_up_with(staged_stay_inputs()) }}",
) }}

-- One row per room stay as it is now. Where several records contain a stay, or one record contains it twice, the one
-- seen last is right. Only stays with other current versions than before are computed again.
with versions as (
    select
        stays.*,
        inputs.fingerprint
    from {{ holding(ref('stg_pms__room_stay_versions'), 'bookings') }} as stays
    inner join {{ lacking(staged_stay_inputs()) }} as inputs on stays.room_stay_id = inputs.room_stay_id
),

repeated as (
    select room_stay_id
    from versions
    group by room_stay_id
    having count(*) > 1
),

in_order as (
    select
        *,
        row_number() over (partition by room_stay_id order by {{ seen_last('versions') }}) as place
    from versions
    where room_stay_id in (select repeated.room_stay_id from repeated)
)

select
    {{ all_but(
        ['record_key', 'valid_from', 'version', 'content_version', 'fingerprint'], ref('stg_pms__room_stay_versions'), 'versions'
    ) }},
    versions.fingerprint
from {{ all_without('versions', 'repeated', 'room_stay_id') }} as versions
union all
select
    {{ all_but(
        ['record_key', 'valid_from', 'version', 'content_version', 'place', 'fingerprint'],
        ref('stg_pms__room_stay_versions'), 'in_order'
    ) }},
    in_order.fingerprint
from in_order
where place = 1
