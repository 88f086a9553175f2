"""Sends an approved plan: each row once, in passes, until no row is left or something stops the run.

a run of a plan: apply, passes, dry, outcome
one row:         send
rows in doubt:   reconcile
"""
