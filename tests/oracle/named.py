"""Names of buildings and unit types, with a substitute where no list has a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from oracle.model import Json, Portfolio


def building_name(portfolio: Portfolio, building: int | None) -> str:
    """The name of a building outside the excluded ones."""
    return _name(portfolio.buildings, building, "Building")


def type_name(portfolio: Portfolio, kind: int | None) -> str:
    """The name of a unit type; types of excluded buildings count as unlisted."""
    known = {kind: portfolio.types[kind]} if kind in portfolio.types and is_known(portfolio, kind) else {}
    return _name(known, kind, "Unit type")


def is_known(portfolio: Portfolio, kind: int) -> bool:
    """Whether the list has the type, and not in an excluded building."""
    return kind in portfolio.types and portfolio.types[kind].get("buildingId") not in portfolio.excluded


def _name(known: dict[int, Json], key: int | None, what: str) -> str:
    if not key:
        return "Not stated"
    return known.get(key, {}).get("name") or f"{what} {key}"
