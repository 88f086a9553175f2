"""Stores the records in a SQLite file, which is filled with a portfolio, and read and written in transactions.

the file:          store, tables
records in it:     records, derived, complete
initial contents:  filling, portfolio_types
"""
