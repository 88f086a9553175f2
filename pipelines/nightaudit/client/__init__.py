"""The API of the property management system: operations as data, and a client that calls them.

declarations:             operation, resources, records, catalog
the client:               client, call, paging
building requests:        request, message, auth
rate, retries, counters:  session, witnesses, pace, spacing, limits, busy, retry, statistics
exchange over http, tls:  transport, connections, proxy, trust, body
interpreting answers:     failures, answers, exact, page, typed
"""

import sys
from typing import Any, cast

# httpx works without its command line where that cannot be imported. Importing it takes a sixth of our start, so it is disabled.
sys.modules.setdefault("httpx._main", cast("Any", None))
