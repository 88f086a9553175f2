"""The errors of a service that may answer the same request later."""

from __future__ import annotations

from nightaudit.errors import ServiceFailed


class Busy(ServiceFailed):
    """An answer of 408, 425, 5xx or a limit; `wait` is how long it asks to wait, in seconds, None without that."""

    wait: float | None = None


class Throttled(Busy):
    """An answer that means a limit, or a 503 that may mean one (`Pace.ease_off`): some proxies send it where others send 429."""


class Broken(Busy):
    """An answer of 500, which some services also send where others refuse a parameter, such as an unknown sort field."""
