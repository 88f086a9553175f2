{{ config(
    materialized='incremental',
    incremental_strategy='append',
    pre_hook="{{ drop_old_versions([('guest_stays', none)]) }}",
) }}

with fields as {{ once() }} (
    select
        version,
        {{ guest_stay_fields('record') }}
    from {{ records('guest_stays', guest_stay_struct(), known=held()) }}
)

select
    id as guest_stay_id,
    room_stay_id,
    contact_id,
    unit_id,
    status as guest_stay_status,
    check_in_date,
    check_out_date,
    version
from fields
where id is not null
