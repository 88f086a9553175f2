"""Write-back: corrections are planned, approved, sent once, verified and audited.

what a correction is:        jobs, correction, token_correction, columns, rows, tokens, values
reads from the service:      reader
plans and their approval:    plans
a run, one intent to send:   session, run, intent, telling, shortened
sending approved plans:      sending
what became of each write:   fates
the record of all of it:     journal
"""
