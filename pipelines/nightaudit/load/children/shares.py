"""Parts what a load may spend on child lists among the lists that want to be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def fair_shares(wanted: Mapping[str, int], budget: int) -> dict[str, int]:
    """How many requests each list gets: as many as it wants or an equal part, and what some do not want goes to the others.

    wanted  requests by list
    budget  requests altogether

    All of the budget is given away, or every list gets all it wants; no list goes without as long as another gets more than
    one request above it.
    """
    shares = {}
    for place, name in enumerate(sorted(wanted, key=wanted.__getitem__)):
        shares[name] = min(wanted[name], budget // (len(wanted) - place))
        budget -= shares[name]
    return shares
