"""A whole list, read so that no record is missed, and certified.

in any order:                walk, overlap, passes, coverage, date_windows
statuses that lists hide:    statuses, first_pages, status_filter
newest first:                newest
what it proves, and leaves:  certificate, evidence
"""
