"""Write-back: corrections that are planned, approved, sent once, verified and audited.

what a correction is:       jobs, correction, columns, values
a plan:                     plan, rows, reader, remarks, approval, undo
a plan for people:          show, page, page_style, files, export
what was sent, and is kept: journal, journal_file, schema, soundness, entries, states, events, clock, erase
sent once:                  session, run, apply, intent, send, dry, refusals
what became of it:          settle, proof, recorded, reconcile, verify, audit
"""
