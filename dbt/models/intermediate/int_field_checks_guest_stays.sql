{{ field_checks([
    ('guest_stays', none, guest_stay_text(), guest_stay_slips(), guest_stay_untyped()),
]) }}
