"""States and figures of building 1 of a handwritten portfolio around the end of a February with a leap day."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.made import date
from oracle.occupancy import daily, unit_nights

if TYPE_CHECKING:
    from oracle.model import Portfolio
    from oracle.rules import Day

FEB = (date("2024-02-26"), date("2024-03-03"))


def states(made: Portfolio, first: Day = FEB[0], last: Day = FEB[1], number: int = 1) -> dict[str, str]:
    """The state of a unit on each night from `first` to `last`, by ISO date."""
    return {str(n.night): n.state for n in unit_nights(made, first, last) if n.unit.id == number}


def sums(made: Portfolio) -> dict[Day, dict[str, int]]:
    """The figures of building 1, by day."""
    return {night: row for (night, place, _), row in daily(made, unit_nights(made, *FEB)).items() if place == 1}
