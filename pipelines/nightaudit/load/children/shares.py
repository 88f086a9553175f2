"""Divides the request budget for child lists among the child streams."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def fair_shares(wanted: Mapping[str, int], budget: int, first: Mapping[str, int] | None = None) -> dict[str, int]:
    """Return how many requests each stream gets: all that it wants, or an equal share of what the others leave.

    wanted  number of requests by stream
    budget  number of requests for all streams together
    first   how many of the requests that some streams want come before all others

    Either the complete budget is used, or every stream gets all it wants. A stream that gets less than it wants is at most one
    request below any other, but for the first requests.
    """
    if first:
        begun = fair_shares(first, budget)
        left = {name: number - begun.get(name, 0) for name, number in wanted.items()}
        others = fair_shares(left, budget - sum(begun.values()))
        return {name: begun.get(name, 0) + share for name, share in others.items()}
    shares = {}
    for place, name in enumerate(sorted(wanted, key=wanted.__getitem__)):
        shares[name] = min(wanted[name], budget // (len(wanted) - place))
        budget -= shares[name]
    return shares
