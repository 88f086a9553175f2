"""Finds out, by reading from the service, whether a write was carried out, once, and as asked for.

answer lost:     settle, listed, proof, recorded
write refused:   refusals
write answered:  verify, created, audit, paid_again
next write:      behind
"""
