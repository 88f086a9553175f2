"""The API of the property management system: operations as data, and a client that calls them."""

import sys
from typing import Any, cast

# httpx does without a command line of its own where that cannot be imported: it takes a sixth of our start.
sys.modules.setdefault("httpx._main", cast("Any", None))
