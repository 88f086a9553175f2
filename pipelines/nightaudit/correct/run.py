"""What the steps of one run share: journal, client, job, plan, and what happened so far."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from nightaudit.correct.intent import conclude
from nightaudit.correct.journal import states
from nightaudit.correct.reader import Reader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from nightaudit.client.client import Client
    from nightaudit.correct.correction import Correction
    from nightaudit.correct.journal.entries import Plan, Row
    from nightaudit.correct.journal.journal import Journal


def _silent(text: str) -> None:
    del text


@dataclass
class Run:
    """One process working on one plan; `tell` is called with a line for people on what takes long."""

    journal: Journal
    client: Client
    job: Correction
    plan: Plan
    tell: Callable[[str], object] = _silent
    sent: list[int] = field(default_factory=list)  # row ids, one for each attempt of this run
    reader: Reader = field(init=False)
    looked_at: int = 0  # how many were sent when rows in doubt were last looked at
    recorded: dict[int, str] = field(default_factory=dict)  # why rows are not to be sent: see `recorded.since`

    def __post_init__(self) -> None:
        self.reader = Reader(self.client, self.plan.options.get("lists", ()))

    def rows(self, *only: str) -> list[Row]:
        """Rows of the plan, in the given states."""
        return self.journal.rows(self.plan.plan_id, *only)

    def wait_since(self, instants: Iterable[str]) -> bool:
        """Wait until the settle time has passed since the latest of these instants; returns whether there was need to."""
        settle = self.client.settings.settle_seconds
        left = max((settle - self.journal.clock.since(instant) for instant in instants), default=0.0)
        if left > 0:
            left = min(left, settle)  # a clock that was set back must not make it longer
            self.tell(f"waiting {left:.1f} s for writes to settle")
            time.sleep(left)
        return left > 0

    def wait_for(self, rows: Iterable[Row]) -> bool:
        """Wait until the settle time has passed since the last of these rows was sent; returns whether there was need to."""
        ended = {attempt["row_id"]: attempt["ended"] for attempt in self.journal.attempts(self.plan.plan_id)}
        return self.wait_since(ended[row.row_id] for row in rows if ended.get(row.row_id))

    def recover(self) -> None:
        """Take over what a killed run left: nothing of a CHECKING row was sent, of an INTENT row nobody knows."""
        for row in self.rows(states.CHECKING):
            self.journal.move(row, states.APPROVED, "the run ended before sending")
        for row in self.rows(states.INTENT):
            conclude(self.journal, row, "ambiguous", states.AMBIGUOUS, "the run ended while sending")
