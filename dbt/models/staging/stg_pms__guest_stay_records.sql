{{ config(
    materialized='incremental',
    pre_hook="{{ drop_old_versions([('guest_stays', none)]) }}",
) }}

-- Guest stays, with the fields that do not fit their types. The id may be one of these fields.
with fields as (
    select
        record_key,
        version,
        text,
        {{ guest_stay_fields('record') }}
    from {{ records('guest_stays', guest_stay_struct(), known=held(), texts=guest_stay_text()) }}
)

select
    record_key,
    id as guest_stay_id,
    room_stay_id,
    contact_id,
    unit_id,
    {{ code_in('status') }} as guest_stay_status,
    check_in_date,
    check_out_date,
    version,
    {{ fields_unread(guest_stay_slips(), guest_stay_untyped()) }} as untyped_fields
from fields
