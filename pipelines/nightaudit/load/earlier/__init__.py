"""What earlier loads left: stored records, how lists behaved, what was not read, and from which service and account it came.

stored records:             known, committed, index, destination
how lists behaved:          behaviours
a load that did not end:    unfinished
lists that were not read:   unread
service, account, and date: service, account, business_date
"""
