"""An approved plan is sent: each row once, in passes, until none is left or something says stop.

a run of a plan: apply, dry
one row:         send
what was left:   reconcile
"""
