"""What earlier loads left: what is held, how lists behaved, and whose records these are.

what is held:            known, committed, index
how lists behaved:       behaviours
what was not finished:   unfinished
whose, and of which day: belonging, account, stepping
"""
