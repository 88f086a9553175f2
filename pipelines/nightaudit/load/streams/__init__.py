"""The lists to load: one row for each list of the API, its foreign keys, and its fields.

the lists:                            table, stream, extra
foreign keys between lists:           references
declared fields, and fields as found: declared, fields, remarks
"""
