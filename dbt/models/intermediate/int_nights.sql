{{ config(materialized='view') }}

-- A view: nights are unfolded when they are read, so that a stay that changed leaves no old nights.
{{ nights_of(
    ref('int_room_stays'),
    [
        'room_stay_id', 'unit_id', 'unit_type_id', 'building_id', 'booking_id', 'room_stay_status', 'occupancy_state',
        'channel_id', 'market_segment_id', 'is_day_use', 'is_residential', 'currency_code',
    ],
    ['net_cents', 'vat_cents', 'extras_net_cents', 'extras_vat_cents'],
) }}
