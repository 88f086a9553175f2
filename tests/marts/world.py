"""A world: drawn tenants, wild buildings, corner cases and generated portfolios as one portfolio over several evenings."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from marts.corners import corners
from marts.drawn import EVENINGS, drawn, with_own_buildings
from marts.redated import redated
from nightaudit.sandbox.portfolio import advance, generate
from oracle.build import built_over_time, flat_rows, rates
from oracle.compare import Difference, compare
from oracle.merged import merged
from oracle.portfolio import read
from oracle.rules import ONE, Day, Rules
from oracle.wild import Wild
from sandbox.portfolio.portfolio_shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oracle.model import Json, Pair, Portfolio
    from oracle.pace import Version

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
    """A portfolio of many tenants over several evenings. `build` loads, builds and compares it.

    evenings   all records of each evening
    warehouse  the work file built last
    versions   the record versions that the loads stored
    found      the differences from the oracle, by evening
    """

    evenings: dict[Day, list[Pair]]
    rules: Rules = RULES
    warehouse: Path | None = None
    versions: list[Version] = field(default_factory=list)
    found: dict[Day, list[Difference]] = field(default_factory=dict)

    def known(self, evening: Day) -> Portfolio:
        """The oracle's portfolio of an evening."""
        before = [pair for day in sorted(self.evenings) if day < evening for pair in self.evenings[day]]
        rules = dataclasses.replace(self.rules, business_date=evening)
        return read(self.evenings[evening], rules, before, self._called_off(evening))

    def _called_off(self, until: Day) -> dict[int, tuple[Json, Day]]:
        """Activities cancelled by that evening: their last version before, and the evening that found them cancelled."""
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
    """A generated portfolio on each evening; the sandbox's `advance` plays the days between."""
    shelf = Shelf(generate(units=units, years=years, seed=seed, today=EVENINGS[0]), EVENINGS[0])
    life: list[list[Pair]] = []
    for evening in EVENINGS:
        days = (evening - shelf.today).days
        shelf.apply(list(advance(shelf, days)), days)
        life.append([(name, record) for name in sorted(shelf.rows) for record in shelf.all(name)])
    return life


def world(lives: int, seed: int, generated: int = 2, wild: int = 30, units: int = 8) -> World:
    """A world of corner cases, `lives` drawn tenants, `wild` buildings, and `generated` portfolios of at least `units` units."""
    still = list(Wild(seed, foreign=True).records(wild))
    many = [[still] * len(EVENINGS), [corners()] * len(EVENINGS)]
    many.append([redated(at) for at in range(len(EVENINGS))])
    many += [living(units + number % 12, seed * 1000 + number) for number in range(generated)]
    many += [
        [with_own_buildings(records, number) for records in life] for number, life in enumerate(drawn(lives, seed))
    ]
    wholes = [list(merged(life[at] for life in many)) for at in range(len(EVENINGS))]
    later, at_once = _in_both_shapes(wholes, 6), _in_both_shapes(wholes, 0)
    return World(
        {
            evening: [*(() if at else at_once), *_half_flat(wholes[at]), *(later if at else ())]
            for at, evening in enumerate(EVENINGS)
        }
    )


def _half_flat(records: list[Pair]) -> Iterator[Pair]:
    """The records, with bookings of odd id as rows of the observed list; the others stay in the documented shape."""
    for name, record in records:
        is_flat = name == "bookings" and record["id"] % 2
        yield from ((name, row) for _, row in flat_rows(record)) if is_flat else [(name, record)]


def _in_both_shapes(wholes: list[list[Pair]], rest: int) -> list[Pair]:
    """Flat rows, a day shorter, of every twelfth booking that never changes and is also listed in the documented shape.

    Rows that come on a later evening than the booking are right. Rows that come together with the booking are wrong, and
    gone by the second evening.
    """
    first, *others = ({record["id"]: record for name, record in whole if name == "bookings"} for whole in wholes)
    same = [booking for key, booking in first.items() if all(other.get(key) == booking for other in others)]
    rows = [row for booking in same if booking["id"] % 12 == rest for _, row in flat_rows(booking)]
    return [("bookings", row | {"endDate": max(row["startDate"], _day_before(row["endDate"]))}) for row in rows]


def _day_before(text: str) -> str:
    return str(Day.fromisoformat(text) - ONE)
