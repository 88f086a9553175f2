"""The state that the steps of one run share: journal, client, job, plan, and what was sent so far."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from nightaudit.client.busy import Broken
from nightaudit.correct.journal import states
from nightaudit.correct.journal.attempts import conclude
from nightaudit.correct.reader import Reader
from nightaudit.correct.telling import shared, silent
from nightaudit.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Iterable
    from decimal import Decimal

    from nightaudit.client.client import Client
    from nightaudit.correct.correction import Correction
    from nightaudit.correct.journal.entries import Plan, Row
    from nightaudit.correct.journal.journal import Journal
    from nightaudit.correct.telling import Tell
    from nightaudit.correct.token_correction import TokenCorrection
    from nightaudit.errors import ApiError

OF_ONE_RECORD = (Refused, Broken)
"""Errors that tell of the record that was read, not of all: the other rows go on."""
PATIENCE = 15  # rows in a row that fail alike, before the others are not tried


def changed_part(job: Correction, row: Row) -> str:
    """Return what a row changes, for people: its target, or the part of it where rows may change different parts of one."""
    return row.target if row.sealed else job.key(row.input)


def name_barred(error: ApiError, job: Correction, row: Row, before: int) -> None:
    """Add to an error that stops all rows which row it was about, and how many rows `before` it were answered so, too."""
    error.add(f"That was row {row.number}, {changed_part(job, row)}.")
    if before:
        error.add(f"So {'was 1 row' if before == 1 else f'were {before} rows'} before it.")
    error.add("If only such rows are refused, plan without them.")


@dataclass
class Run:
    """One process that works on one plan.

    tell     called with a line of text for people before long waits and after passes
    sent     row id of each attempt in this run
    written  by target, the money written to it since the plan, or a part of that
    """

    journal: Journal
    client: Client
    job: Correction
    plan: Plan
    tell: Tell = silent
    sent: list[int] = field(default_factory=list)
    written: dict[str, Decimal] = field(default_factory=dict)
    reader: Reader = field(init=False)

    def __post_init__(self) -> None:
        self.tell = shared(self.tell)
        self.reader = Reader(self.client, self.plan.options.get("lists", ()), self.tell)

    def rows(self, *only: str) -> list[Row]:
        """Return the rows of the plan, all or only those in the given states."""
        return self.journal.rows(self.plan.plan_id, *only)

    def count_written(self, row: Row) -> None:
        """Add a row that the service has just carried out to what is known to be `written` to its target."""
        if row.target in self.written and row.amount is not None:
            self.written[row.target] += row.amount

    def wait_since(self, instants: Iterable[str]) -> None:
        """Wait until the settle time has passed since the latest of these instants."""
        settle = self.client.settings.settle_seconds
        left = max((settle - self.journal.clock.since(instant) for instant in instants), default=0.0)
        if left > 0:
            left = min(left, settle)  # a clock that was set back must not prolong the wait
            self.tell(f"waiting {left:.1f} s, until late writes are visible")
            time.sleep(left)

    def wait_for(self, rows: Iterable[Row]) -> None:
        """Wait until the settle time has passed since the last of these rows was sent."""
        self.wait_since(self._ends(rows))

    def was_early(self, began: str, rows: Iterable[Row]) -> bool:
        """Return whether the settle time had not passed yet since the last of these rows was sent when a reading `began`."""
        ago, settle = self.journal.clock.since(began), self.client.settings.settle_seconds
        return any(self.journal.clock.since(end) - ago < settle for end in self._ends(rows))

    def _ends(self, rows: Iterable[Row]) -> list[str]:
        last = self.journal.last_attempts(self.plan.plan_id)
        sent = [last[row.row_id] for row in rows if row.row_id in last]
        return [attempt.ended for attempt in sent if attempt.ended]

    def recover(self) -> None:
        """Take over the rows of a killed run: a CHECKING row was not sent, an INTENT row may have been, so it is in doubt."""
        for row in self.rows(states.CHECKING):
            self.journal.move(row, states.APPROVED, "the run ended before sending")
        for row in self.rows(states.INTENT):
            conclude(self.journal, row, "ambiguous", states.AMBIGUOUS, "the run ended while sending")


@dataclass
class TokenRun(Run):
    """A run of a job whose rows carry tokens."""

    job: TokenCorrection
