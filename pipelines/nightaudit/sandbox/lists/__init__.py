"""A page of a list: what the query asks for, found in the store, in the envelope of the dialect."""
