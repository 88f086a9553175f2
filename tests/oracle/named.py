"""Names of buildings and unit types, with a substitute where no list has a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from oracle.model import Json, Portfolio


def building_name(portfolio: Portfolio, building: int | None) -> str:
    """The name of a building outside the excluded ones."""
    return _name(portfolio.buildings, building, "Building")


def type_name(portfolio: Portfolio, kind: int | None) -> str:
    """The name of a unit type, also of one that units elsewhere have from an excluded building."""
    return _name(portfolio.types, kind, "Unit type")


def _name(known: dict[int, Json], key: int | None, what: str) -> str:
    if not key:
        return "Not stated"
    return known.get(key, {}).get("name") or f"{what} {key}"
