"""Reads the lists below records: each parent takes a request, so a load reads only as many as its budget allows.

which lists are due:   due, parents, embedded, shares, pending
how lists are read:    reader, request_queue, below, showing, empty_lists
what became of lists:  outcome
"""
