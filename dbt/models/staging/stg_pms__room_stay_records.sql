{% set columns = [
    'record_key', 'seen_at', 'valid_from', 'version', 'shape', 'outer_booking_id', 'outer_booking_reference',
    'outer_contact_id', 'outer_created_date', 'outer_created_date__on', 'channel_id', 'market_segment_id',
    'currency_code', 'created_date', 'created_date__on', 'room_stay_id', 'room_stay_status', 'booking_id',
    'booking_reference', 'start_date', 'end_date', 'net_amount', 'vat_amount', 'booking_contact__id', 'unit__id',
    'unit__unit_type_id', 'unit__unit_type_name', 'unit__building_id', 'unit__building_name', 'rate__rate_code',
    'rate__rate_type', 'confirmed_date', 'confirmed_date__on', 'contract_signed_date', 'contract_signed_date__on',
    'last_status_change_date', 'last_status_change_date__on', 'cancelled_date', 'extras', 'untyped_fields',
] %}

{{ config(
    materialized='incremental',
    pre_hook="{{ drop_old_versions([('bookings', none)], all_versions=true) }}",
) }}

-- One row per room stay and version of its record, from both shapes of the booking list, with the fields of the record
-- that do not fit their types. A record without a stay, or with an id that cannot be read, has a row as well.
with bookings as (
    select
        record_key,
        seen_at,
        valid_from,
        version,
        text,
        {{ booking_fields('record') }}
    from
        {{ record_versions(
            'bookings', booking_struct(), shape='nested', known=held(), texts=booking_text()
        ) }}
),

checked as (
    select
        *,
        {{ fields_unread(booking_slips(), booking_untyped()) }} as untyped_fields
    from bookings
),

opened as (
    select
        record_key,
        seen_at,
        valid_from,
        version,
        id,
        booking_reference,
        booking_contact_id,
        channel_id,
        market_segment_id,
        currency_code,
        created_date,
        created_date__on,
        untyped_fields,
        {{ each_or_none('room_stays') }} as stay
    from checked
),

nested as (
    select
        opened.record_key,
        opened.seen_at,
        opened.valid_from,
        opened.version,
        'nested' as shape,
        opened.id as outer_booking_id,
        opened.booking_reference as outer_booking_reference,
        opened.booking_contact_id as outer_contact_id,
        opened.channel_id,
        opened.market_segment_id,
        opened.currency_code,
        opened.created_date as outer_created_date,
        opened.created_date__on as outer_created_date__on,
        opened.untyped_fields,
        {{ room_stay_fields('opened.stay') }}
    from opened
),

booking_rows as (
    select
        record_key,
        seen_at,
        valid_from,
        version,
        'flat' as shape,
        cast(null as bigint) as outer_booking_id,
        cast(null as {{ sql_type('varchar') }}) as outer_booking_reference,
        cast(null as bigint) as outer_contact_id,
        cast(null as {{ sql_type('timestamptz') }}) as outer_created_date,
        cast(null as date) as outer_created_date__on,
        text,
        {{ booking_row_fields('record') }}
    from
        {{ record_versions(
            'bookings', booking_row_struct(), shape='flat', known=held(), texts=booking_row_text()
        ) }}
),

flat as (
    select
        *,
        {{ fields_unread(booking_row_slips(), booking_row_untyped()) }} as untyped_fields
    from booking_rows
),

both_shapes as (
    select {{ columns | join(', ') }} from nested
    union all
    select {{ columns | join(', ') }} from flat
),

referenced as (
    select
        *,
        -- References look like 20191129-00003; 20191129-00003/805 is one stay of that booking.
        nullif(split_part(coalesce(outer_booking_reference, booking_reference), '/', 1), '') as reference
    from both_shapes
)

select
    record_key,
    valid_from,
    version,
    room_stay_id,
    coalesce(outer_booking_id, booking_id) as booking_id,
    reference as booking_reference,
    {{ code_in('room_stay_status') }} as room_stay_status,
    start_date,
    end_date,
    net_amount,
    vat_amount,
    coalesce(booking_contact__id, outer_contact_id) as contact_id,
    unit__id as unit_id,
    unit__unit_type_id as unit_type_id,
    unit__unit_type_name as unit_type_name,
    unit__building_id as building_id,
    unit__building_name as building_name,
    rate__rate_code as rate_code,
    rate__rate_type as rate_type,
    channel_id,
    market_segment_id,
    {{ code_in('currency_code') }} as currency_code,
    -- A stay may have been added to its booking later, as a renewal is.
    coalesce(created_date, outer_created_date) as created_at,
    case when created_date is null then outer_created_date__on else created_date__on end as created_on,
    {{ dates_of_stay() }},
    extras,
    seen_at,
    shape,
    untyped_fields
from referenced
