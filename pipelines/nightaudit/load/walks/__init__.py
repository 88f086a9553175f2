"""Reads a complete list, proves that no record was missed, and certifies it.

one list, by its order:                listing, walk, strategy, overlap, sorted_order, from_the_end, coverage
or without an order:                   passes, sweep, date_windows
records hidden without dates:          undated, between_dates
statuses that a list hides:            statuses, first_pages, status_filter, shown_statuses, partial_records
certificates, and fixed reasons:       certificate, reasons
"""
