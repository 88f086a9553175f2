"""The journal: plans, rows, attempts and events in one SQLite file, committed to disk before a byte is sent.

the file:            journal, file, read_only, schema, soundness, home
its content:         entries, attempts, states, events, clock
sums over rows:      amounts
forgetting a person: erase
"""
