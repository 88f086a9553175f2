"""Reads a list completely that hides records: those of some statuses unless they are named, or some unless dates are asked for.

hidden by their status:  statuses, first_pages, status_filter, shown_statuses, partial_records
hidden without dates:    undated, between_dates
"""
