"""The journal: plans, rows, attempts and events in one SQLite file, committed to disk before a byte is sent.

the file:            journal, file, read_only, schema, soundness, home
its content:         entries, attempts, states, events, clock
over several rows:   amounts, other_rows
forgetting a person: erase
"""
