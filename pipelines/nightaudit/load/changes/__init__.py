"""What changed since the last load: which records, and whether the service counts as many.

newest first:            recent, changed
held against its counts: counts, balance, differing
"""
