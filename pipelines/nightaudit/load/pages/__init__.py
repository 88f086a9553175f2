"""Reads one list page by page: probes how its paging behaves, checks each page, and extracts keys, statuses and stamps.

paging behaviour:   probe, numbering, behaviour
one page as asked:  lister
windows of pages:   window_reader, skipping_reader, window, read_ahead
rows of a window:   rows, records, columns, versions, stamps
"""
