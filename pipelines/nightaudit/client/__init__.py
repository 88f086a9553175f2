"""The API of the property management system: operations as data, and a client that calls them.

what can be called:       operation, resources, records, catalog
the client:               client, call
what is asked for:        request, message, auth
at which pace, how often: session, retry, statistics
over the wire:            transport, trust, body
what an answer means:     answers, exact, page, typed
"""

import sys
from typing import Any, cast

# httpx does without a command line of its own where that cannot be imported: it takes a sixth of our start.
sys.modules.setdefault("httpx._main", cast("Any", None))
