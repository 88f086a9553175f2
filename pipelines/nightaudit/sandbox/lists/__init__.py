"""A page of a list: what the query asks for, found in the store, in the envelope of the dialect.

page and order:       listing
filters:              filters
shapes of the answer: envelopes, short_rows
"""
