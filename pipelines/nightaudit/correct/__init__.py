"""Write-back: corrections that are planned, approved, sent once, verified and audited.

what a correction is:  jobs, correction, columns, rows, tokens, values
the service read:      reader
a plan:                plans
a run, and one intent: session, run, intent
sent once:             sending
what became of it:     fates
kept:                  journal
"""
