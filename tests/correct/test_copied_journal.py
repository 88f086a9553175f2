"""A data directory that was copied: two journals with the same plans would send each row twice."""

from __future__ import annotations

import json
import shutil
import socket
from pathlib import Path
from typing import Any

import pytest

from correct.desk import RECEIPT, Desk
from correct.lagging import hide
from correct.ledger_server import Handler, Ledger
from correct.line import Line, planned
from nightaudit.correct.fates.verify import verify
from nightaudit.correct.intent import Limits
from nightaudit.correct.journal.home import place, why_not_home
from nightaudit.correct.journal.journal import Journal
from nightaudit.correct.sending.send import check, send


def elsewhere(line: Line, folder: Path) -> Line:
    """A line with a copy of its data directory."""
    shutil.copytree(line.settings.data_dir, folder)
    return Line(line.settings.model_copy(update={"data_dir": folder}))


def test_nothing_is_sent_from_a_copy(line: Line, ledger: Ledger, tmp_path: Path) -> None:
    plan = planned(line)
    copy = elsewhere(line, tmp_path / "copy")
    said = copy("apply", plan, "--live", code=2)
    journal = (line.settings.data_dir / "private" / "corrections.sqlite").resolve()
    assert f"Sending is stopped: this journal is a copy of {socket.gethostname()}:{journal}," in said
    assert "this journal is a copy of" in copy("status", "--json")["stopped"]
    assert 0 == ledger.posts
    assert {"VERIFIED": 3} == line("apply", plan, "--live", "--json")["states"]


def test_a_copy_that_was_made_the_one_in_use_is_started(line: Line, ledger: Ledger, tmp_path: Path) -> None:
    plan = planned(line)
    copy = elsewhere(line, tmp_path / "copy")
    assert "Sending is allowed" in copy("start")
    assert {"VERIFIED": 3} == copy("apply", plan, "--live", "--json")["states"]
    assert 3 == ledger.posts


def test_a_copy_made_while_rows_are_sent_sends_none(line: Line, ledger: Ledger, tmp_path: Path) -> None:
    plan = planned(line)
    copies: list[Line] = []

    def copied(stage: str) -> None:
        if stage == "after" and not copies:
            copies.append(elsewhere(line, tmp_path / "copy"))

    ledger.hook = copied
    line("apply", plan, "--live")
    copies[0]("apply", plan, "--live", code=2)
    assert 3 == ledger.posts


def test_a_journal_in_another_container_or_restored_is_no_copy(
    line: Line, ledger: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, here = planned(line), line.settings.data_dir
    moved = Line(line.settings.model_copy(update={"data_dir": here.rename(tmp_path / "moved")}))
    assert 1 == moved("apply", plan, "--live", "--max-rows", "1", "--json", code=6)["sent"]
    moved.settings.data_dir.rename(here)
    with monkeypatch.context() as patch:
        patch.setattr(socket, "gethostname", lambda: "3f2c1d0e9b8a")
        assert 1 == line("apply", plan, "--live", "--max-rows", "1", "--json", code=6)["sent"]
    backup = elsewhere(line, tmp_path / "backup").settings.data_dir
    here.rename(tmp_path / "old")
    home = backup.rename(here)
    assert {"VERIFIED": 3} == line("apply", plan, "--live", "--json")["states"], home
    assert 3 == ledger.posts


def test_a_file_of_the_same_number_on_another_machine_is_a_copy(line: Line) -> None:
    """Files of new volumes often have the same numbers."""
    planned(line)
    with Journal.open(line.settings) as journal:
        *_, number = json.loads(place(journal.path))
        there = json.dumps(["prod-1", "/srv/data/private/corrections.sqlite", number])
        assert "is a copy of prod-1:/srv/data" in why_not_home(there, journal.path)


def test_a_journal_of_an_older_release_belongs_where_it_is_opened(line: Line) -> None:
    planned(line)
    with Journal.open(line.settings) as journal:
        journal.sql.execute("delete from control")
    with Journal.open(line.settings) as journal:
        assert "" == journal.stopped


def test_nothing_more_is_sent_once_the_journal_is_gone(line: Line, ledger: Ledger, tmp_path: Path) -> None:
    plan = planned(line)

    def lost(stage: str) -> None:
        if stage == "after" and ledger.posts == 1:
            line.settings.data_dir.rename(tmp_path / "lost")

    ledger.hook = lost
    said = line("apply", plan, "--live", "--no-reload", code=6)
    assert "corrections.sqlite no longer exists: No such file or directory" in said
    assert 1 == ledger.posts


@pytest.mark.parametrize("hidden", [(), ("outstandingAmount",)])
def test_a_copy_that_finds_the_other_at_work_sends_nothing(
    desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch, hidden: tuple[str, ...]
) -> None:
    """A snapshot of a volume keeps the file's number: that it is one shows in rows that it never sent, and that become more."""
    hide(monkeypatch, *hidden)
    plan = desk.approved("allocations-create", [RECEIPT] * 4)
    bodies = [{**row.expected, "accountId": 70, "externalReference": row.token} for row in desk.rows(plan)]
    ledger.commit(bodies[0])
    page = Handler.page

    def the_other_goes_on(handler: Any, rows: list[dict[str, Any]], query: str) -> None:
        page(handler, rows, query)
        if ledger.pages == 2:  # both lists: the rows are counted
            ledger.commit(bodies[3])

    ledger.pages = 0
    monkeypatch.setattr(Handler, "page", the_other_goes_on)
    outcome = desk.apply(plan)
    assert ({"APPROVED": 2, "VERIFIED": 2}, 0, 2) == (outcome.counts, ledger.posts, len(ledger.allocations))
    told = (
        f"Row 4 of plan {plan.plan_id} is in the PMS more often than this journal has sent it: a copy of this journal"
    )
    assert told in str(outcome.cause)
    assert ({"VERIFIED": 4}, 2) == (desk.apply(plan).counts, ledger.posts)


@pytest.mark.parametrize("hidden", [(), ("outstandingAmount",)])
@pytest.mark.parametrize(
    ("other", "counts"), [(1, {"DUPLICATE": 1, "APPROVED": 3}), (2, {"VERIFIED": 2, "APPROVED": 2})]
)
def test_two_copies_that_begin_at_once_stop_after_few_rows(
    desk: Desk,
    ledger: Ledger,
    monkeypatch: pytest.MonkeyPatch,
    other: int,
    counts: dict[str, int],
    hidden: tuple[str, ...],
) -> None:
    """While this run sends the first row, the copy sends it, too, or the second row.

    The invoice shows more moved than sent; without its open amount, nothing but the list tells of it.
    """
    hide(monkeypatch, *hidden)
    plan = desk.approved("allocations-create", [RECEIPT] * 4)
    row = desk.rows(plan)[other - 1]

    def sent_by_the_copy(stage: str) -> None:
        if (ledger.posts, stage) == (1, "after"):
            ledger.commit({**row.expected, "accountId": 70, "externalReference": row.token})

    ledger.hook = sent_by_the_copy
    outcome = desk.apply(plan)
    assert (counts, 1, 2) == (outcome.counts, ledger.posts, len(ledger.allocations))
    assert f"Row {other} of plan {plan.plan_id} is in the PMS more often than this journal has sent it" in str(
        outcome.cause
    )


def test_verify_calls_what_both_sent_a_duplicate(desk: Desk, ledger: Ledger) -> None:
    run = desk.run(desk.approved("allocations-create", [RECEIPT]))
    (row,) = run.rows()
    assert check(run, row)
    assert "APPLIED" == send(run, row, Limits())
    ledger.commit({**row.expected, "accountId": 70, "externalReference": row.token})
    verify(run, [row])
    assert {"DUPLICATE": 1} == desk.states(run.plan)
