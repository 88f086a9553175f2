{{ field_checks([
    ('activities', none, activity_text(), activity_slips(), activity_untyped()),
    (
        'availabilities_unit_intervals', none,
        availability_interval_text(), availability_interval_slips(), availability_interval_untyped(),
    ),
    (
        'bookings_financial_summary', none,
        financial_summary_text(), financial_summary_slips(), financial_summary_untyped(),
    ),
    ('bookings_pricing', none, booking_pricing_text(), booking_pricing_slips(), booking_pricing_untyped()),
    ('buildings', none, building_text(), building_slips(), building_untyped()),
    ('channels', none, channel_text(), channel_slips(), channel_untyped()),
    ('tax_codes', none, tax_code_text(), tax_code_slips(), tax_code_untyped()),
    ('unit_contracts', none, unit_contract_text(), unit_contract_slips(), unit_contract_untyped()),
    ('unit_types', none, unit_type_text(), unit_type_slips(), unit_type_untyped()),
    ('units', none, unit_text(), unit_slips(), unit_untyped()),
]) }}
