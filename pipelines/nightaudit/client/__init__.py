"""The API of the property management system: operations as data, and a client that calls them.

declarations:               operation, call, resources, records, catalog
what callers use:           client, paging
a request and its retries:  arguments, message, session, auth, witnesses, retry, statistics
when it may be sent:        pace, spacing, limits, busy
exchange over http, tls:    transport, connections, proxy, trust, body
what the answer says:       failures, answers, exact, page, typed
"""
