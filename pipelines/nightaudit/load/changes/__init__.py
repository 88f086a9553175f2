"""Finds the records that changed since the last load, and checks the result against the service's own counts.

read newest first:          recent, newest
compared in a full walk:    changed
checked against the counts: counts, balance, differing
where it cannot be read so: refusals
"""
