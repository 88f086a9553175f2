{{ field_checks([
    ('bookings', 'nested', booking_text(), booking_slips(), booking_untyped()),
    ('bookings', 'flat', booking_row_text(), booking_row_slips(), booking_row_untyped()),
]) }}
