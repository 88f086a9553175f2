-- Where every room stay of either shape is, those of excluded buildings too.
{{ stay_places(ref('stg_pms__room_stays'), ['room_stay_id']) }}
