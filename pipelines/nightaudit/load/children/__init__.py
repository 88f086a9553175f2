"""Lists below records: a request for each parent, so only as many as a load may spend.

which are due:   due, shares, pending
how they are read: reader, asking, below, showing
what became of them: outcome
"""
