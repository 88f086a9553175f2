"""Limits of requests, as services keep them."""

from collections.abc import Callable

Allows = Callable[[float], bool]


def bucket(rate: float, burst: float) -> Allows:
    """A limit of so many requests a second, of which so many may come at once."""
    tokens, at = burst, 0.0

    def allows(now: float) -> bool:
        nonlocal tokens, at
        tokens, at = min(burst, tokens + rate * (now - at)), now
        if tokens < 1:
            return False
        tokens -= 1
        return True

    return allows
