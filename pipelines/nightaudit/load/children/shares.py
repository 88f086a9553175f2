"""Divides the request budget for child lists among the child streams."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def fair_shares(wanted: Mapping[str, int], budget: int) -> dict[str, int]:
    """Return how many requests each stream gets: all that it wants, or an equal share of what the others leave.

    wanted  number of requests by stream
    budget  number of requests for all streams together

    Either the complete budget is used, or every stream gets all it wants. A stream that gets less than it wants is at most one
    request below any other.
    """
    shares = {}
    for place, name in enumerate(sorted(wanted, key=wanted.__getitem__)):
        shares[name] = min(wanted[name], budget // (len(wanted) - place))
        budget -= shares[name]
    return shares
