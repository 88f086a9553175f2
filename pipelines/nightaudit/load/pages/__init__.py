"""One list, read a page at a time: how it behaves, and which rows stand where.

how it behaves:  probe, behaviour, extent
its windows:     listing, window, ahead
their rows:      rows, records, columns
"""
