"""Reads a complete list, proves that no record was missed, and certifies it.

one list, by its order or without:     listing, walk, strategy, overlap, sorted_order, passes, sweep, coverage, date_windows
records hidden without dates:          undated, between_dates
statuses that a list hides:            statuses, first_pages, status_filter, shown_statuses, partial_records
incremental reads, newest first:       newest, stamps
certificates, and fixed reasons:       certificate, reasons
"""
