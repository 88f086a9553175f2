"""The lists to load: one row for each list of the API, and its foreign keys.

the lists:                  table, stream, extra
foreign keys between lists: references
"""
