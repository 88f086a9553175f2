"""Reads one list page by page: probes how its paging behaves, checks each page against that, and extracts keys and statuses.

paging behaviour:   probe, behaviour, extent
windows of pages:   listing, window, ahead
rows of a window:   rows, records, columns, versions
"""
