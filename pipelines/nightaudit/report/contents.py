"""The contents of the report: its figures in sections, its headlines, and the facts that stand above them."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nightaudit.report import (
    checks,
    corrections,
    dso,
    heat,
    leases,
    occupancy,
    pace,
    quality,
    receivables,
    revenue,
    supply,
    tape,
    vacancies,
)
from nightaudit.report.facts import Fact, facts
from nightaudit.report.headline import Tile, tiles
from nightaudit.report.periods import full_months, month_of
from nightaudit.report.source import Published
from nightaudit.report.words import day_name
from nightaudit.warehouse import published_file

if TYPE_CHECKING:
    from nightaudit.report.figure import Figure
    from nightaudit.settings import Settings

# Figures whose sentence also stands in the headline: who owes, and what a person should look at.
IN_BRIEF = ("debtors", "waiting-exports", "corrections-doubtful", "exceptions", "reconciliations")


@dataclass(frozen=True)
class Section:
    """A heading and the figures below it."""

    key: str
    title: str
    figures: list[Figure]


@dataclass(frozen=True)
class Report:
    """Everything that a page or a mail shows."""

    as_of: datetime.date
    facts: list[Fact]
    tiles: list[Tile]
    sections: list[Section]

    @property
    def brief(self) -> list[Figure]:
        """Return the figures that the headline quotes: who owes, and what is wrong or waits for a person; alarms first."""
        every = (figure for section in self.sections for figure in section.figures)
        told = (figure for figure in every if figure.alarm or figure.key in IN_BRIEF)
        return sorted(told, key=lambda figure: not figure.alarm)


def read(published: Published, as_of: datetime.date, now: datetime.datetime) -> Report:
    """Return the report of an open published file as of a date; `now` (with a time zone) is when it is written."""
    first, end = full_months(as_of)
    month = month_of(as_of, -1)
    nights = occupancy.read_nights(published, first, end)
    tonight = occupancy.read_nights(published, as_of, as_of + datetime.timedelta(1))
    ageing = receivables.read_ageing(published, as_of)
    months = revenue.read_months(published, first, end)
    streams = quality.read_streams(published, now)
    sections = [
        Section(
            "occupancy",
            "Occupancy",
            [
                heat.heat_by_building(nights),
                heat.heat_by_weekday(nights),
                occupancy.by_month(nights),
                occupancy.by_building(nights, month),
                supply.supply(nights, month),
            ],
        ),
        Section(
            "coming",
            "Coming weeks",
            [tape.tape(tape.read_spans(published, as_of), as_of), *pace.figures(published, as_of)],
        ),
        Section(
            "leases", "Leases and vacancies", [*leases.figures(published, as_of), *vacancies.figures(published, as_of)]
        ),
        Section("revenue", "Revenue", [revenue.bridge(months, month), revenue.clocks(months)]),
        Section(
            "receivables",
            "Receivables",
            [*receivables.figures(published, ageing, as_of), dso.outstanding(dso.read_dso(published, first, end))],
        ),
        Section("corrections", "Corrections", corrections.figures(published)),
        Section("quality", "Data quality", [*checks.figures(published), quality.strip(streams)]),
    ]
    return Report(
        as_of=as_of,
        facts=[
            Fact("As of", f"{day_name(as_of)}, written {day_name(now)} {now:%H:%M} UTC"),
            *facts(published, as_of, streams),
        ],
        tiles=tiles(nights, tonight, months, ageing, as_of),
        sections=sections,
    )


def report_of(settings: Settings) -> Report:
    """Return the report of the published file, written now, as of `Published.business_date`."""
    with Published(published_file(settings)) as source:
        return read(source, source.business_date(settings), datetime.datetime.now(datetime.UTC))
