"""A state machine of everything that may happen to a journal, in any order, with a model of the records at the service."""

from __future__ import annotations

import datetime
import sqlite3
import tempfile
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from correct.made_plan import made_plan
from nightaudit.correct.fates import audit
from nightaudit.correct.intent import Halted, Limits, MustWait, intend
from nightaudit.correct.journal import events, states
from nightaudit.correct.journal.attempts import conclude
from nightaudit.correct.journal.entries import Row
from nightaudit.correct.journal.journal import Journal
from nightaudit.correct.plans import approval
from nightaudit.correct.values import sha256

LIMIT, DAY = Decimal(30), Decimal(40)
TARGETS = {"p1": ["a", "a", "b", "c", "c", "d", "e", "f"], "p2": ["a", "c", "f", "g"]}
FATES = ("2xx", "lost", "late", "kill", "4xx", "429", "4xx, acted")
RARELY = 13  # of twenty: a plan that ends early sends little


class Journals(RuleBasedStateMachine):
    """Plans, approvals, sends, kills and settlements in any order, with a model of the records at the service."""

    @initialize(tokens=st.booleans())
    def open(self, *, tokens: bool) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "corrections.sqlite"
        self.journal = Journal(self.path)
        self.tokens = tokens
        self.stored: list[str] = []  # tokens the service has committed
        self.sent: list[tuple[int, str]] = []  # row and body that left
        self.late: list[str] = []  # tokens on their way, of writes that were answered with an error
        self.plans = [made_plan(self.journal, name, targets, token=tokens) for name, targets in TARGETS.items()]
        self.acted_late: set[str] = set()
        self.expired: set[str] = set()
        self.events = 0
        for plan in self.plans:
            approval.approve(self.journal, plan, "tester")

    def rows(self, *only: str) -> list[Row]:
        return [row for plan in self.plans for row in self.journal.rows(plan.plan_id, *only)]

    def pick(self, data: Any, *only: str) -> Row | None:
        rows = self.rows(*only)
        return data.draw(st.sampled_from(rows)) if rows else None

    @precondition(lambda self: self.rows(states.APPROVED))
    @rule(data=st.data(), fates=st.lists(st.sampled_from(FATES), min_size=1, max_size=4))
    def send(self, data: Any, fates: list[str]) -> None:
        for fate in fates:
            row = self.pick(data, states.APPROVED)
            if row is not None:
                self.send_one(row, fate, stored=data.draw(st.booleans()))

    def send_one(self, row: Row, fate: str, *, stored: bool) -> None:
        self.journal.move(row, states.CHECKING)
        body = {"token": row.token, "n": row.number}
        try:
            text = intend(self.journal, row, body, Limits(amount=LIMIT, day_amount=DAY), [])
        except (MustWait, Halted):
            self.journal.move(row, states.APPROVED)
            return
        assert not self.journal.stopped
        assert row.plan_id not in self.expired
        other = sqlite3.connect(self.path)  # another connection: it is committed, not only known to this one
        found = other.execute('select state, body_hash from "row" where row_id = ?', (row.row_id,)).fetchone()
        other.close()
        assert found == (states.INTENT, sha256(text or ""))
        self.sent.append((row.row_id, text or ""))
        if fate in {"4xx", "429", "4xx, acted"}:
            if fate == "429":
                conclude(self.journal, row, "turned away", states.APPROVED)
            else:
                conclude(self.journal, row, "rejected", states.REJECTED)
            if fate == "4xx, acted" and self.tokens:
                self.acted_late.add(row.token)
                self.stored.append(row.token)
                self.audit()
            return
        if fate == "late":
            self.late.append(row.token)
        elif stored or fate == "2xx":
            self.stored.append(row.token)
        if fate == "2xx":
            conclude(self.journal, row, "applied", states.APPLIED)
        elif fate in {"lost", "late"}:
            conclude(self.journal, row, "ambiguous", states.AMBIGUOUS)
        else:
            self.restart()

    @rule()
    def restart(self) -> None:
        """Kill the run: only the file is left, and a new run takes over."""
        self.journal.sql.close()
        self.journal = Journal(self.path)
        for row in self.rows(states.INTENT):
            conclude(self.journal, row, "ambiguous", states.AMBIGUOUS)

    @precondition(lambda self: self.rows(states.AMBIGUOUS))
    @rule()
    def settle(self) -> None:
        for row in self.rows(states.AMBIGUOUS):
            if not self.tokens:
                conclude(self.journal, row, "unknown", states.QUARANTINED)
            elif row.token in self.stored:
                conclude(self.journal, row, "applied", states.APPLIED)
            else:
                conclude(self.journal, row, "proven absent", states.APPROVED)

    @precondition(lambda self: self.late)
    @rule(data=st.data())
    def carry_out_late(self, data: Any) -> None:
        """The service carries out a write that it answered with an error, perhaps after the settle time."""
        token = data.draw(st.sampled_from(self.late))
        self.late.remove(token)
        self.acted_late.add(token)
        self.stored.append(token)
        self.audit()

    @rule()
    def audit(self) -> None:
        """The audit at the end of `apply`: counts the records with the token of each row."""
        if not self.tokens:
            return
        run: Any = SimpleNamespace(journal=self.journal)
        for row in self.rows():
            count = self.stored.count(row.token)
            said = audit._count(run, row, {str(number): {"id": number} for number in range(count)})
            if count > 1 and row.state not in states.IN_DOUBT:
                assert (row.state, "written" in said) == (states.DUPLICATE, True)
            assert not count or row.state in {*states.WRITTEN, *states.IN_DOUBT}

    @precondition(lambda self: self.rows(states.QUARANTINED))
    @rule(data=st.data())
    def decide(self, data: Any) -> None:
        """A person looks into the service and decides whether a row was carried out."""
        row = self.pick(data, states.QUARANTINED)
        if row is not None and row.token not in self.late:
            if row.token in self.stored:
                conclude(self.journal, row, "applied", states.APPLIED)
            else:
                conclude(self.journal, row, "proven absent", states.APPROVED)

    @precondition(lambda self: self.rows(states.APPLIED, states.DUPLICATE))
    @rule(data=st.data())
    def verify(self, data: Any) -> None:
        row = self.pick(data, states.APPLIED, states.DUPLICATE)
        if row is not None and self.stored.count(row.token) == 1:
            self.journal.move(row, states.VERIFIED)

    @precondition(lambda self: self.rows(states.VERIFIED, states.UNDO_PLANNED))
    @rule(data=st.data(), done=st.booleans())
    def undo(self, data: Any, *, done: bool) -> None:
        row = self.pick(data, states.VERIFIED, states.UNDO_PLANNED)
        if row is not None:
            planned = row.state == states.VERIFIED
            state = states.UNDO_PLANNED if planned else states.UNDONE if done else states.VERIFIED
            self.journal.move(row, state)

    @precondition(lambda self: self.rows(states.APPROVED))
    @rule(data=st.data())
    def stop_and_start(self, data: Any) -> None:
        self.journal.switch("for a test")
        before = len(self.sent)
        self.send(data, ["2xx", "2xx"])
        assert len(self.sent) == before
        self.journal.switch("")

    @precondition(lambda self: not self.rows(states.INTENT, states.AMBIGUOUS, states.CHECKING))
    @rule(really=st.integers(0, 19), name=st.sampled_from([*TARGETS]))
    def cancel(self, really: int, name: str) -> None:
        if really == RARELY and self.journal.rows(name, states.PLANNED, states.APPROVED):
            approval.cancel(self.journal, self.journal.plan(name))

    @rule(really=st.integers(0, 19), name=st.sampled_from([*TARGETS]))
    def expire(self, really: int, name: str) -> None:
        """Twenty-four hours pass: the plan gets the creation time of the day before."""
        if really != RARELY:
            return
        plan = self.journal.plan(name)
        plan.expires = (datetime.datetime.now(datetime.UTC) - datetime.timedelta(seconds=1)).isoformat(
            timespec="seconds"
        )
        plan.digest = plan.digest_of(self.journal.rows(name))
        values = (plan.expires, plan.digest, plan.digest, name)
        self.journal.sql.execute(
            "update plan set expires = ?, digest = ?, approved_digest = case when approved_digest is not null then ? end"
            " where plan_id = ?",
            values,
        )
        self.expired.add(name)

    @rule(data=st.data())
    def erase(self, data: Any) -> None:
        """A person is forgotten: the texts of events are erased."""
        found = [event["event_id"] for event in self.journal.events() if events.ERASED not in event["what"]]
        chosen = data.draw(st.lists(st.sampled_from(found), max_size=2, unique=True)) if found else []
        with self.journal.transaction() as sql:
            events.erase(sql, "2026-11-01T00:00:00+00:00", chosen)

    @rule(data=st.data(), state=st.sampled_from([*states.MOVES]))
    def forbidden_moves_are_refused(self, data: Any, state: str) -> None:
        row = self.pick(data)
        assert row is not None
        if state not in states.MOVES[row.state]:
            with pytest.raises(sqlite3.IntegrityError, match="cannot move so"):
                self.journal.move(row, state)

    def teardown(self) -> None:
        if hasattr(self, "journal"):
            self.journal.close()
            self.folder.cleanup()
