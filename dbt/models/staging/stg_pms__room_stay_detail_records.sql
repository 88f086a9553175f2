{{ config(
    materialized='incremental',
    pre_hook="{{ drop_old_versions([('room_stays_details', none)], all_versions=true) }}",
) }}

-- What the answer for one room stay states that the rows of its list do not, a row per version, with the fields that do
-- not fit their types.
with details as (
    select
        record_key,
        parent_key,
        valid_from,
        version,
        text,
        {{ booking_row_fields('record') }}
    from
        {{ record_versions(
            'room_stays_details', booking_row_struct(), known=held(), texts=booking_row_text()
        ) }}
)

select
    record_key,
    parent_key as stay_key,
    valid_from,
    version,
    booking_id,
    {{ code_in('room_stay_status') }} as room_stay_status,
    rate__rate_code as rate_code,
    rate__rate_type as rate_type,
    channel_id,
    market_segment_id,
    {{ code_in('currency_code') }} as currency_code,
    created_date as created_at,
    created_date__on as created_on,
    {{ dates_of_stay() }},
    extras,
    {{ fields_unread(booking_row_slips(), booking_row_untyped()) }} as untyped_fields
from details
