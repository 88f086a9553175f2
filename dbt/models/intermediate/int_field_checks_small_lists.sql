{{ field_checks([
    ('activities', activity_struct(), activity_text(), activity_fields('record'), activity_slips(), activity_untyped()),
    ('availabilities_unit_intervals', availability_interval_struct(), availability_interval_text(), availability_interval_fields('record'), availability_interval_slips(), availability_interval_untyped()),
    ('bookings_financial_summary', financial_summary_struct(), financial_summary_text(), financial_summary_fields('record'), financial_summary_slips(), financial_summary_untyped()),
    ('bookings_pricing', booking_pricing_struct(), booking_pricing_text(), booking_pricing_fields('record'), booking_pricing_slips(), booking_pricing_untyped()),
    ('buildings', building_struct(), building_text(), building_fields('record'), building_slips(), building_untyped()),
    ('channels', channel_struct(), channel_text(), channel_fields('record'), channel_slips(), channel_untyped()),
    ('developments', development_struct(), development_text(), development_fields('record'), development_slips(), development_untyped()),
    ('market_segments', market_segment_struct(), market_segment_text(), market_segment_fields('record'), market_segment_slips(), market_segment_untyped()),
    ('unit_contracts', unit_contract_struct(), unit_contract_text(), unit_contract_fields('record'), unit_contract_slips(), unit_contract_untyped()),
    ('unit_types', unit_type_struct(), unit_type_text(), unit_type_fields('record'), unit_type_slips(), unit_type_untyped()),
    ('units', unit_struct(), unit_text(), unit_fields('record'), unit_slips(), unit_untyped()),
    ('units_details', unit_struct(), unit_text(), unit_fields('record'), unit_slips(), unit_untyped()),
]) }}
