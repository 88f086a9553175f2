{{ field_checks([
    ('contacts', none, contact_text(), contact_slips(), contact_untyped()),
]) }}
