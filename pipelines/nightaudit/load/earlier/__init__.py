"""What earlier loads left: stored records, how lists behaved, and which service and account the records came from.

stored records:             known, committed, index, destination
how lists behaved:          behaviours
a load that did not end:    unfinished
service, account, and date: service, account, business_date
"""
