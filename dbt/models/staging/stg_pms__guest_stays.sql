with fields as (
    select
        seen_at,
        {{ guest_stay_fields('record') }}
    from {{ records('guest_stays', guest_stay_struct()) }}
)

select
    id as guest_stay_id,
    room_stay_id,
    contact_id,
    unit_id,
    status as guest_stay_status,
    check_in_date,
    check_out_date
from fields
where id is not null
