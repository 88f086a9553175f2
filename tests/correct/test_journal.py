"""The journal's invariants, under any order of events: a state machine that a random walk drives."""

from __future__ import annotations

import datetime
import sqlite3
import tempfile
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from nightaudit.correct import approval, events, states
from nightaudit.correct.audit import audit_journal
from nightaudit.correct.entries import Plan, Row
from nightaudit.correct.intent import ABSENT, Busy, Halted, Limits, conclude, intend
from nightaudit.correct.journal import Journal
from nightaudit.correct.plan import _write
from nightaudit.correct.values import dump, sha256
from nightaudit.errors import DataCheckError, UsageError

LIMIT = Decimal(20)


def made_plan(journal: Journal, name: str, targets: list[str], *, token: bool = True) -> Plan:
    """A plan of ten-pound rows on the given targets, written as planning writes it."""
    created = datetime.datetime.now(datetime.UTC)
    plan = Plan(
        plan_id=name,
        job="allocations-create",
        options={"token": token},
        source="test",
        source_digest="",
        base_url_hash="",
        environment="test",
        created=created.isoformat(timespec="seconds"),
        expires=(created + datetime.timedelta(hours=24)).isoformat(timespec="seconds"),
        row_count=len(targets),
        totals={},
        digest="",
    )
    rows = [
        Row(
            row_id=0,
            plan_id=name,
            number=number,
            operation="x.create",
            target=target,
            natural_key="",
            token=f"na-{sha256(f'{name}{number}')[:16]}",
            input={"n": number},
            before={},
            expected={},
            watched={},
            amount=Decimal(10),
            currency="GBP",
            outlook="send",
            effects=[],
        )
        for number, target in enumerate(targets, 1)
    ]
    plan.digest = plan.digest_of(rows)
    _write(journal, plan, rows)
    return plan


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


@pytest.fixture
def journal(tmp_path: Path) -> Any:
    with Journal(tmp_path / "corrections.sqlite") as opened:
        yield opened


def test_commits_are_on_disk_before_they_return(journal: Journal) -> None:
    assert journal.sql.execute("pragma journal_mode").fetchone() == ("wal",)
    assert journal.sql.execute("pragma synchronous").fetchone() == (2,)


def test_events_cannot_be_changed_or_removed(journal: Journal) -> None:
    made_plan(journal, "p1", ["a"])
    for statement in ("update event set what = 'nothing'", "delete from event", 'delete from "row"'):
        with pytest.raises(sqlite3.IntegrityError):
            journal.sql.execute(statement)
    journal.sql.execute("drop trigger events_stay")
    journal.sql.execute("update event set what = 'nothing' where event_id = 1")
    assert audit_journal(journal) == [
        "event 1 does not follow from the ones before it: the journal was changed by hand"
    ]


def test_another_digest_is_refused(journal: Journal) -> None:
    plan = made_plan(journal, "p1", ["a", "b"])
    journal.sql.execute('update "row" set input = ? where number = 1', (dump({"n": 99}),))
    with pytest.raises(DataCheckError, match="is not the plan that was approved"):
        approval.approve(journal, plan)
    assert "digest differs" in audit_journal(journal)[0]


def test_a_row_in_doubt_without_a_token_holds_its_target(journal: Journal) -> None:
    plan = made_plan(journal, "p1", ["a", "a"], token=False)
    approval.approve(journal, plan, "tester")
    first, second = journal.rows("p1")
    journal.move(first, states.CHECKING)
    intend(journal, first, {}, Limits(), [])
    conclude(journal, first, "ambiguous", states.AMBIGUOUS)
    journal.move(second, states.CHECKING)
    with pytest.raises(Busy, match="fate is not known"):
        intend(journal, second, {}, Limits(), [])
    conclude(journal, first, "proven absent", states.APPROVED)
    intend(journal, second, {}, Limits(), [])
    journal.move(first, states.CHECKING)
    with pytest.raises(Busy, match="fate is not known"):
        intend(journal, first, {}, Limits(), [])


def test_a_row_is_sent_again_only_after_its_token_is_proven_absent(journal: Journal) -> None:
    approval.approve(journal, made_plan(journal, "p1", ["a"]), "tester")
    row = journal.rows("p1")[0]
    journal.move(row, states.CHECKING)
    intend(journal, row, {}, Limits(), [])
    conclude(journal, row, "ambiguous", states.AMBIGUOUS)
    journal.move(row, states.APPROVED, "a mistake: nobody proved anything")
    journal.move(row, states.CHECKING)
    with pytest.raises(Busy, match="has not been proven absent"):
        intend(journal, row, {}, Limits(), [])


def test_a_newer_journal_is_not_touched(tmp_path: Path) -> None:
    from nightaudit.errors import ConfigurationError

    path = tmp_path / "corrections.sqlite"
    with Journal(path) as made:
        made.sql.execute("pragma user_version = 9")
    with pytest.raises(ConfigurationError, match="of version 9"):
        Journal(path)
