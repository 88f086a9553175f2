"""What there is to load: a row for each list of the API, and what is known of its fields.

the lists:           table, stream, extra
what they refer to:  references
what they carry:     declared, fields
"""
