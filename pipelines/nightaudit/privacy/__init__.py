"""Personal data: who was forgotten, and what is kept of a forgotten person's records.

who was forgotten:          forgotten
what is kept of a record:   masks
tables without a person:    work_copy, lake_copy
"""
