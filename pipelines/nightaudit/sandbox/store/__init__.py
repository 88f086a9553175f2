"""Where the records are kept: a SQLite file, filled with a portfolio and read and written in transactions.

the file:            store, tables
its records:         records, drawn
what it begins with: filling, portfolio_types
"""
