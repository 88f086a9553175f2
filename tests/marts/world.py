"""A portfolio in which everything happens at once: drawn tenants, wild buildings, and generated ones that live on."""

from __future__ import annotations

import dataclasses
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from marts.corners import corners
from marts.drawn import EVENINGS, drawn, housed
from marts.redated import redated
from nightaudit.sandbox.portfolio import advance, generate
from oracle.build import built_over_time, flat_rows, rates
from oracle.compare import Difference, compare
from oracle.merged import merged
from oracle.portfolio import read
from oracle.rules import ONE, Day, Rules
from oracle.wild import Wild

sys.path.append(str(Path(__file__).parents[1] / "sandbox" / "portfolio"))

from portfolio_shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oracle.model import Json, Portfolio
    from oracle.pace import Version

    Pair = tuple[str, Json]

RULES = Rules(
    EVENINGS[-1],
    excluded_buildings=("test building", "Building 3"),
    tenancy_gap_nights=1,
    residential_from_nights=21,
    time_zone="Europe/Berlin",
    base_currency="EUR",
    rates=rates(),
)


@dataclass
class World:
    """A portfolio of many tenants, evening by evening; built, compared and kept as a work file."""

    evenings: dict[Day, list[Pair]]
    rules: Rules = RULES
    warehouse: Path | None = None
    versions: list[Version] = field(default_factory=list)
    found: dict[Day, list[Difference]] = field(default_factory=dict)

    def known(self, evening: Day) -> Portfolio:
        """What the oracle makes of an evening."""
        before = [pair for day in sorted(self.evenings) if day < evening for pair in self.evenings[day]]
        rules = dataclasses.replace(self.rules, business_date=evening)
        return read(self.evenings[evening], rules, before, self._called_off(evening))

    def _called_off(self, until: Day) -> dict[int, tuple[Json, Day]]:
        """Activities that are cancelled by that evening: as they last stood, and the evening that found them so."""
        stood: dict[int, Json] = {}
        found: dict[int, tuple[Json, Day]] = {}
        for evening in sorted(day for day in self.evenings if day <= until):
            for record in (record for name, record in self.evenings[evening] if name == "activities"):
                if record.get("status") != "CANCELLED":
                    stood[record["id"]] = record
                    found.pop(record["id"], None)
                elif record["id"] in stood:
                    found.setdefault(record["id"], (stood[record["id"]], evening))
        return found

    def build(self, folder: Path) -> World:
        """Load and build evening by evening, each on top of the one before, and compare every figure each time."""

        def judge(warehouse: Path, evening: Day) -> None:
            self.found[evening] = compare(warehouse, self.known(evening), ages=(0, 31, 90))

        self.warehouse, self.versions = built_over_time(folder, self.rules, self.evenings, judge)
        return self


def living(units: int, seed: int, years: int = 1) -> list[list[Pair]]:
    """A generated portfolio, and what the sandbox's `advance` makes of it by each later evening."""
    shelf = Shelf(generate(units=units, years=years, seed=seed, today=EVENINGS[0]), EVENINGS[0])
    life: list[list[Pair]] = []
    for evening in EVENINGS:
        days = (evening - shelf.today).days
        shelf.apply(list(advance(shelf, days)), days)
        life.append([(name, record) for name in sorted(shelf.rows) for record in shelf.all(name)])
    return life


def world(lives: int, seed: int, generated: int = 2, wild: int = 30, units: int = 8) -> World:
    """So many drawn tenants, generated portfolios that live on from evening to evening, and wild buildings."""
    still = list(Wild(seed, foreign=True).records(wild))
    many = [[still] * len(EVENINGS), [corners()] * len(EVENINGS)]
    many.append([redated(at) for at in range(len(EVENINGS))])
    many += [living(units + number % 12, seed * 1000 + number) for number in range(generated)]
    many += [[housed(records, number) for records in life] for number, life in enumerate(drawn(lives, seed))]
    wholes = [list(merged(life[at] for life in many)) for at in range(len(EVENINGS))]
    later, at_once = _told_twice(wholes, 6), _told_twice(wholes, 0)
    return World(
        {
            evening: [*(() if at else at_once), *_halved(wholes[at]), *(later if at else ())]
            for at, evening in enumerate(EVENINGS)
        }
    )


def _halved(records: list[Pair]) -> Iterator[Pair]:
    """Bookings of odd id as the rows of the observed list; the others stay as documented."""
    for name, record in records:
        is_flat = name == "bookings" and record["id"] % 2
        yield from ((name, row) for _, row in flat_rows(record)) if is_flat else [(name, record)]


def _told_twice(wholes: list[list[Pair]], rest: int) -> list[Pair]:
    """Rows of documented bookings that never change, every twelfth, a day shorter.

    Some come later than these, and are right; some come with these, are wrong, and gone by the second evening.
    """
    first, *others = ({record["id"]: record for name, record in whole if name == "bookings"} for whole in wholes)
    same = [booking for key, booking in first.items() if all(other.get(key) == booking for other in others)]
    rows = [row for booking in same if booking["id"] % 12 == rest for _, row in flat_rows(booking)]
    return [("bookings", row | {"endDate": max(row["startDate"], _day_before(row["endDate"]))}) for row in rows]


def _day_before(text: str) -> str:
    return str(Day.fromisoformat(text) - ONE)
