"""The journal's invariants, under any order of events: a state machine that a random walk drives."""

from __future__ import annotations

import sqlite3
import tempfile
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from made_plan import made_plan

from nightaudit.correct import approval, events, states
from nightaudit.correct.entries import Row
from nightaudit.correct.intent import ABSENT, Busy, Halted, Limits, conclude, intend
from nightaudit.correct.journal import Journal
from nightaudit.correct.values import sha256
from nightaudit.errors import UsageError

LIMIT = Decimal(20)


class Corrections(RuleBasedStateMachine):
    """Plans, approvals, sends, kills and settlements in any order, against a model of what the service stored."""

    @initialize(tokens=st.booleans())
    def open(self, *, tokens: bool) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "corrections.sqlite"
        self.journal = Journal(self.path)
        self.tokens = tokens
        self.stored: list[str] = []  # tokens the service has committed
        self.sent: list[tuple[int, str]] = []  # row and body that left
        self.plan = made_plan(self.journal, "p1", ["a", "a", "b", "c", "c", "d", "e", "f"], token=tokens)
        self.events = 0

    def rows(self, *only: str) -> list[Row]:
        return self.journal.rows("p1", *only)

    def pick(self, data: Any, *only: str) -> Row | None:
        rows = self.rows(*only)
        return data.draw(st.sampled_from(rows)) if rows else None

    @rule()
    def approve(self) -> None:
        try:
            approval.approve(self.journal, self.journal.plan("p1"), "tester")
        except UsageError:
            assert self.journal.plan("p1").state != "PLANNED"

    @rule(data=st.data(), stored=st.booleans(), fate=st.sampled_from(["2xx", "lost", "kill", "4xx", "429"]))
    def send(self, data: Any, *, stored: bool, fate: str) -> None:
        row = self.pick(data, states.APPROVED)
        if row is None:
            return
        self.journal.move(row, states.CHECKING)
        body = {"token": row.token, "n": row.number}
        try:
            attempt = intend(self.journal, row, body, Limits(amount=LIMIT), [])
        except (Busy, Halted):
            self.journal.move(row, states.APPROVED)
            return
        assert not self.journal.stopped
        other = sqlite3.connect(self.path)  # another connection: it is committed, not only known to this one
        found = other.execute('select state, body_hash from "row" where row_id = ?', (row.row_id,)).fetchone()
        other.close()
        assert found == (states.INTENT, sha256(attempt.body or ""))
        self.sent.append((row.row_id, attempt.body or ""))
        if fate in {"4xx", "429"}:
            outcome = ("rejected", states.REJECTED) if fate == "4xx" else ("not sent", states.APPROVED)
            conclude(self.journal, row, *outcome)
            return
        if stored or fate == "2xx":
            self.stored.append(row.token)
        if fate == "2xx":
            conclude(self.journal, row, "applied", states.APPLIED)
        elif fate == "lost":
            conclude(self.journal, row, "ambiguous", states.AMBIGUOUS)
        else:
            self.restart()

    @rule()
    def restart(self) -> None:
        """A kill: nothing but the file is left, and a new run takes over."""
        self.journal.sql.close()
        self.journal = Journal(self.path)
        for row in self.rows(states.INTENT):
            conclude(self.journal, row, "ambiguous", states.AMBIGUOUS)

    @rule(data=st.data())
    def settle(self, data: Any) -> None:
        row = self.pick(data, states.AMBIGUOUS)
        if row is None:
            return
        if not self.tokens:
            conclude(self.journal, row, "unknown", states.QUARANTINED)
        elif row.token in self.stored:
            conclude(self.journal, row, "applied", states.APPLIED)
        else:
            conclude(self.journal, row, "proven absent", states.APPROVED)

    @rule(data=st.data())
    def verify(self, data: Any) -> None:
        row = self.pick(data, states.APPLIED)
        if row is not None:
            self.journal.move(row, states.VERIFIED)

    @rule(closed=st.booleans())
    def switch(self, *, closed: bool) -> None:
        self.journal.switch("for a test" if closed else "")

    @precondition(lambda self: not self.rows(states.INTENT, states.AMBIGUOUS, states.CHECKING))
    @rule(really=st.integers(0, 9))
    def cancel(self, really: int) -> None:
        if really == 0:
            approval.cancel(self.journal, self.journal.plan("p1"))

    @rule(data=st.data(), state=st.sampled_from(states.STATES))
    def forbidden_moves_are_refused(self, data: Any, state: str) -> None:
        row = self.pick(data)
        assert row is not None
        if state not in states.MOVES[row.state]:
            with pytest.raises(sqlite3.IntegrityError, match="cannot move so"):
                self.journal.move(row, state)

    @invariant()
    def rows_sum_to_the_plan(self) -> None:
        assert sum(self.journal.counts("p1").values()) == self.plan.row_count

    @invariant()
    def nothing_is_stored_twice(self) -> None:
        assert len(self.stored) == len(set(self.stored))

    @invariant()
    def every_byte_had_its_intent(self) -> None:
        intents = [(attempt["row_id"], attempt["body_hash"]) for attempt in self.journal.attempts("p1")]
        assert intents == [(row_id, sha256(body)) for row_id, body in self.sent]

    @invariant()
    def one_in_flight_per_target(self) -> None:
        flying = [row.target for row in self.rows(states.INTENT, *(() if self.tokens else (states.AMBIGUOUS,)))]
        assert len(flying) == len(set(flying))

    @invariant()
    def limits_hold(self) -> None:
        counted = [a for a in self.journal.attempts("p1") if a["outcome"] not in {*ABSENT, "rejected"}]
        assert sum(Decimal(attempt["amount"]) for attempt in counted) <= LIMIT

    @invariant()
    def events_only_grow_and_chain(self) -> None:
        count = len(self.journal.events())
        assert count >= self.events
        self.events = count
        assert events.broken_at(self.journal.sql) is None

    @invariant()
    def what_is_stored_is_known_or_in_doubt(self) -> None:
        for row in self.rows():
            if row.token in self.stored:
                assert row.state in {*states.WRITTEN, *states.IN_DOUBT}, row

    def teardown(self) -> None:
        if hasattr(self, "journal"):
            self.journal.close()
            self.folder.cleanup()


Corrections.TestCase.settings = settings(
    max_examples=25, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)
TestCorrections = Corrections.TestCase
