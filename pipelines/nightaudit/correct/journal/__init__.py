"""What is planned and what was sent, in one file that is on disk before a byte leaves.

the file:           journal, file, schema, soundness, home
what stands in it:  entries, states, events, clock
a person forgotten: erase
"""
