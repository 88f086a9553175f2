{{ no_longer_stated(
    ref('stg_pms__room_stays'), ref('stg_pms__room_stay_versions'), 'room_stay_id',
    ['start_date', 'end_date', 'net_amount', 'currency_code', 'unit_id'],
) }}
