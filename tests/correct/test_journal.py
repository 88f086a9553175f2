"""The journal alone: on disk, append-only, and refusing moves without proof."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from correct.made_plan import made_plan
from nightaudit.correct.fates.audit import audit_journal
from nightaudit.correct.intent import Limits, MustWait, intend
from nightaudit.correct.journal import states
from nightaudit.correct.journal.attempts import conclude
from nightaudit.correct.journal.file import JournalFailed
from nightaudit.correct.journal.journal import Journal
from nightaudit.correct.plans import approval
from nightaudit.correct.plans.show import summary
from nightaudit.correct.values import dump
from nightaudit.errors import ConfigurationError, DataCheckError, UsageError


@pytest.fixture
def journal(tmp_path: Path) -> Any:
    with Journal(tmp_path / "corrections.sqlite") as opened:
        yield opened


def test_commits_are_on_disk_before_they_return(journal: Journal) -> None:
    assert ("wal",) == journal.sql.execute("pragma journal_mode").fetchone()
    assert (2,) == journal.sql.execute("pragma synchronous").fetchone()


def test_of_a_transaction_that_fails_nothing_is_kept(journal: Journal) -> None:
    def fail(sql: sqlite3.Connection) -> None:
        sql.execute("insert into control values ('why', 'x')")
        raise UsageError("so")

    with pytest.raises(UsageError, match="so"), journal.transaction() as sql:
        fail(sql)
    assert not journal.sql.in_transaction
    assert [] == journal.select("select * from control where name = 'why'")


def test_an_error_of_the_file_names_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "corrections.sqlite"
    with (
        pytest.raises(JournalFailed, match=f"The journal {path} cannot be used: no such table: gone"),
        Journal(path) as journal,
    ):
        journal.select("select * from gone")


def test_events_cannot_be_changed_or_removed(journal: Journal) -> None:
    made_plan(journal, "p1", ["a"])
    for statement in ("update event set what = 'nothing'", "delete from event", 'delete from "row"'):
        with pytest.raises(sqlite3.IntegrityError):
            journal.sql.execute(statement)
    journal.sql.execute("drop trigger events_stay")
    journal.sql.execute("update event set what = 'nothing' where event_id = 1")
    assert ["event 1 does not match the events before it: the journal was changed by hand"] == audit_journal(journal)


@pytest.mark.parametrize("change", [f"update \"row\" set input = '{dump({'n': 99})}'", 'delete from "row"'])
def test_another_digest_is_refused(journal: Journal, change: str) -> None:
    plan = made_plan(journal, "p1", ["a", "b"])
    journal.sql.execute("drop trigger rows_stay")
    journal.sql.execute(f"{change} where number = 1")
    with pytest.raises(DataCheckError, match="is not the plan that was approved"):
        approval.approve(journal, plan)
    assert "digest differs" in audit_journal(journal)[0]


@pytest.mark.parametrize(
    ("table", "column", "text"),
    [
        ("plan", "options", "{token: true}"),
        ("plan", "options", "[]"),
        ("plan", "options", '{"again": true}'),
        ("plan", "options", '{"token": true, "lists": 7}'),
        ("plan", "totals", "null"),
        ("plan", "expires", "tomorrow"),
        ("row", "input", '{"amount": 1,'),
        ("row", "before", "5"),
        ("row", "effects", "{}"),
        ("row", "amount", "1,50"),
    ],
)
def test_a_cell_that_was_broken_by_hand_is_named(journal: Journal, table: str, column: str, text: str) -> None:
    """It was called an answer that is no JSON (exit code 4), or ended in a traceback."""
    made_plan(journal, "p1", ["a", "b"])
    journal.sql.execute(f'update "{table}" set {column} = ?', (text,))
    where = f"column {column} of {'row 1 of ' if table == 'row' else ''}plan p1 is {text!r}."
    with pytest.raises(ConfigurationError, match=re.escape(f"The journal was changed by hand: {where}")):
        journal.rows(journal.plan("p1").plan_id)


def test_what_a_plan_moves_is_summed_up_from_its_rows(journal: Journal) -> None:
    """Totals that were changed by hand were shown to the approver, and no digest covers them."""
    made_plan(journal, "p1", ["a", "b"])
    journal.sql.execute("update plan set totals = ?, row_count = 1", ('{"GBP":"1.00"}',))
    figures = summary(journal, journal.plan("p1"))
    assert (2, {"GBP": "20"}) == (figures["rows"], figures["totals"])


def test_effects_that_were_broken_by_hand_are_named_by_what_sums_up_a_plan(journal: Journal) -> None:
    made_plan(journal, "p1", ["a", "b"])
    journal.sql.execute('update "row" set effects = 5 where number = 2')
    with pytest.raises(ConfigurationError, match="column effects of row 2 of plan p1 is '5'"):
        journal.said_of_rows("p1")


def test_a_row_in_doubt_without_a_token_holds_its_target(journal: Journal) -> None:
    plan = made_plan(journal, "p1", ["a", "a"], token=False)
    approval.approve(journal, plan, "tester")
    first, second = journal.rows("p1")
    journal.move(first, states.CHECKING)
    intend(journal, first, {}, Limits(), [])
    conclude(journal, first, "ambiguous", states.AMBIGUOUS)
    journal.move(second, states.CHECKING)
    with pytest.raises(MustWait, match="unknown result"):
        intend(journal, second, {}, Limits(), [])
    conclude(journal, first, "proven absent", states.APPROVED)
    intend(journal, second, {}, Limits(), [])
    journal.move(first, states.CHECKING)
    with pytest.raises(MustWait, match="unknown result"):
        intend(journal, first, {}, Limits(), [])


def test_a_row_that_another_run_has_written_meanwhile_is_not_sent(journal: Journal) -> None:
    """Where a lock holds back nobody, two runs may send from one journal."""
    for name in ("p1", "p2"):
        approval.approve(journal, made_plan(journal, name, ["a"]), "tester")
    journal.sql.execute("""update "row" set natural_key = 'same'""")
    (first,), (second,) = journal.rows("p1"), journal.rows("p2")
    for row in (first, second):
        journal.move(row, states.CHECKING)
    intend(journal, first, {}, Limits(), [])
    conclude(journal, first, "applied", states.APPLIED)
    with pytest.raises(MustWait, match="Plan p1 has written the same row meanwhile"):
        intend(journal, second, {}, Limits(), [])


def test_a_row_is_sent_again_only_after_its_token_is_proven_absent(journal: Journal) -> None:
    approval.approve(journal, made_plan(journal, "p1", ["a"]), "tester")
    row = journal.rows("p1")[0]
    journal.move(row, states.CHECKING)
    intend(journal, row, {}, Limits(), [])
    conclude(journal, row, "ambiguous", states.AMBIGUOUS)
    journal.move(row, states.APPROVED, "a mistake: nobody proved anything")
    journal.move(row, states.CHECKING)
    with pytest.raises(MustWait, match="it is not proven that it was not carried out"):
        intend(journal, row, {}, Limits(), [])


def test_a_plan_that_nobody_approved_in_time_expires(journal: Journal) -> None:
    plan = made_plan(journal, "p1", ["a"])
    journal.sql.execute("update plan set expires = created")
    with pytest.raises(UsageError, match="expired at"):
        approval.approve(journal, journal.plan("p1"))
    assert ("EXPIRED", {"EXPIRED": 1}) == (journal.plan("p1").state, journal.counts(plan.plan_id))


def test_a_newer_journal_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "corrections.sqlite"
    with Journal(path) as made:
        made.sql.execute("pragma user_version = 9")
    with pytest.raises(
        ConfigurationError, match=r"has version 9.* Use the version of nightaudit that wrote the journal"
    ):
        Journal(path)
