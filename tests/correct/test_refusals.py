"""Each thing that must not be sent is refused with the right words and exit code, through the command line."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

import pytest
from chaos import environment
from desk import RECEIPT, Desk, settings_for, write_csv
from ledger_server import Ledger, serving

from nightaudit import cli
from nightaudit.correct import approval
from nightaudit.correct.journal import Journal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nightaudit.settings import Settings


class Line:
    """The command line of one data directory: `nightaudit correct ...`, in this process or in one of its own."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.environment = environment(settings)

    def __call__(self, *words: str, code: int = 0, apart: bool = False, **extra: str) -> Any:
        """Check the exit code and return JSON output decoded, else the text of both streams."""
        run = self._apart if apart else self._here
        status, out, said = run(["correct", *words], self.environment | extra)
        assert status == code, f"{words}: {status}\n{out}{said}"
        assert "Traceback" not in said
        return json.loads(out) if "--json" in words else re.sub(r"\s+", " ", out + said)

    @staticmethod
    def _here(words: list[str], variables: dict[str, str]) -> tuple[int, str, str]:
        out, said = io.StringIO(), io.StringIO()
        with (
            mock.patch.dict(os.environ, variables, clear=True),
            mock.patch.object(sys, "argv", ["nightaudit", *words]),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(said),
        ):
            try:
                cli.main()
                status = 0
            except SystemExit as end:
                status = int(end.code or 0)
        return status, out.getvalue(), said.getvalue()

    @staticmethod
    def _apart(words: list[str], variables: dict[str, str]) -> tuple[int, str, str]:
        command = [sys.executable, "-m", "nightaudit.cli", *words]
        done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False, timeout=120)
        return done.returncode, done.stdout, done.stderr


@pytest.fixture
def line(ledger: Ledger, tmp_path: Path) -> Iterator[Line]:
    with serving(ledger) as base_url:
        yield Line(settings_for(base_url, tmp_path))


def planned(line: Line, rows: list[dict[str, Any]] | None = None, *, approve: bool = True) -> str:
    """A plan made and approved in process, which is quicker than a command."""
    desk = Desk(line.settings, line.settings.data_dir.parent)
    made = desk.plan("allocations-create", rows or [RECEIPT] * 3)
    if approve:
        approval.approve(desk.journal, made, "tester")
    desk.close()
    return made.plan_id


def test_the_whole_way(line: Line, ledger: Ledger, tmp_path: Path) -> None:
    file = write_csv(tmp_path / "bank.csv", [RECEIPT] * 2)
    made = line("plan", "allocations-create", "--from", str(file), "--json")
    plan = made["plan_id"]
    assert (made["rows"], made["to_send"], made["totals"]) == (2, 2, {"GBP": "25.00"})
    assert plan in line("show", plan)
    assert line("approve", plan, "--by", "finance", "--json")["state"] == "APPROVED"
    dry = line("apply", plan)
    assert "Dry run: 2 of 2 rows would be sent" in dry
    assert "/api/v3/financialAllocations/salesInvoices" in dry
    assert ledger.posts == 0
    done = line("apply", plan, "--live", "--json")
    assert (done["states"], done["sent"], done["findings"]) == ({"VERIFIED": 2}, 2, [])
    assert len(ledger.allocations) == 2
    assert line("status", "--json")["plans"][0]["states"] == {"VERIFIED": 2}
    assert line("audit", "--json")["findings"] == []
    assert len(line("export", plan[:9])) > 1000
    page = tmp_path / "plan.html"
    line("show", plan, "--html", str(page))
    assert "12.50" in page.read_text()
    assert not re.search(r"(src|href)=", page.read_text())
    assert "can be undone" in line("undo", plan, code=2)


def test_not_approved(line: Line, ledger: Ledger) -> None:
    assert "is PLANNED, not APPROVED" in line("apply", planned(line, approve=False), "--live", code=2)
    assert ledger.posts == 0


def test_wrong_rows_are_told_all_at_once(line: Line, tmp_path: Path) -> None:
    rows = [RECEIPT, RECEIPT | {"amount": "12.345", "date": "31/10/2026"}, RECEIPT | {"importType": "GIFT"}]
    said = line("plan", "allocations-create", "--from", str(write_csv(tmp_path / "bank.csv", rows)), code=2)
    for told in (
        "3 error(s)",
        "row 2, column amount: '12.345'",
        "row 2, column date",
        "row 3, column importType: 'GIFT'",
    ):
        assert told in said
    assert line("status", "--json")["plans"] == []


def test_an_expired_plan(line: Line, ledger: Ledger) -> None:
    plan = planned(line)
    with Journal.open(line.settings) as journal:
        found = journal.plan(plan)
        found.expires = "2026-01-02T00:00:00+00:00"
        found.digest = found.digest_of(journal.rows(plan))
        columns = (found.expires, found.digest, found.digest)
        journal.sql.execute("update plan set expires = ?, digest = ?, approved_digest = ?", columns)
    assert "expired at 2026-01-02" in line("apply", plan, "--live", code=2)
    assert ledger.posts == 0
    assert line("status", "--json")["plans"][0]["states"] == {"EXPIRED": 3}


def test_a_plan_changed_by_hand(line: Line, ledger: Ledger) -> None:
    plan = planned(line)
    with Journal.open(line.settings) as journal:
        journal.sql.execute("update \"row\" set amount = '99999' where number = 2")
    assert "is not the plan that was approved" in line("apply", plan, "--live", code=5)
    assert ledger.posts == 0


def test_another_service_or_tenant(line: Line, ledger: Ledger) -> None:
    plan = planned(line)
    with serving(Ledger()) as other:
        assert "is for another environment" in line("apply", plan, "--live", code=3, NIGHTAUDIT_BASE_URL=other)
    assert "is for another environment" in line("apply", plan, "--live", code=3, NIGHTAUDIT_API_KEY="someone-else")
    assert ledger.posts == 0


def test_a_record_changed_since_the_plan(line: Line, ledger: Ledger) -> None:
    plan = planned(line)
    ledger.invoices[7]["financeAccount"] = {"id": 71}
    said = line("apply", plan, "--live", "--json", code=5)
    assert said["states"] == {"CONFLICT": 3}
    assert "changed since the plan: financeAccount.id was 70, is 71" in line("show", plan)
    assert ledger.posts == 0


def test_a_voided_target_and_one_that_is_gone(line: Line, ledger: Ledger) -> None:
    ledger.invoices[8] = ledger.invoices[7] | {"id": 8}
    plan = planned(line, [RECEIPT, RECEIPT | {"targetInvoiceId": "8"}])
    ledger.invoices[7]["status"] = "VOID"
    del ledger.invoices[8]
    assert line("apply", plan, "--live", "--json", code=5)["states"] == {"CONFLICT": 2}
    assert ledger.posts == 0


def test_limits(line: Line, ledger: Ledger) -> None:
    plan = planned(line, [RECEIPT | {"amount": amount} for amount in ("10.00", "20.00", "30.00", "5.00")])
    assert "--max-row-amount 5: row 1 moves 10" in line("apply", plan, "--live", "--max-row-amount", "5", code=2)
    assert ledger.posts == 0
    assert "--max-amount 40: row 3 of 30" in line("apply", plan, "--live", "--max-amount", "40", code=6)
    assert [row["amount"] for row in ledger.allocations] == [10, 20]
    assert "--max-day-amount 59" in line("apply", plan, "--live", "--max-day-amount", "59", code=6)
    assert line("apply", plan, "--live", "--max-rows", "1", "--json", code=6)["sent"] == 1
    assert line("apply", plan, "--live", "--canary", "1", "--json")["states"] == {"VERIFIED": 4}
    assert [row["amount"] for row in ledger.allocations] == [10, 20, 30, 5]
    assert "is not an amount" in line("apply", plan, "--live", "--max-amount", "lots", code=2)


def test_the_kill_switch(line: Line, ledger: Ledger) -> None:
    plan = planned(line, [RECEIPT] * 30)
    line("stop", "closing the month")
    assert "Sending is stopped: closing the month" in line("apply", plan, "--live", code=2)
    assert ledger.posts == 0
    line("start")
    stopped: list[int] = []

    def close_after_five(stage: str) -> None:
        if stage == "after" and len(ledger.allocations) == 5:
            with Journal.open(line.settings) as journal:
                journal.switch("enough")
            stopped.append(ledger.posts)

    ledger.hook = close_after_five
    assert line("apply", plan, "--live", "--json", code=6)["states"] == {"APPROVED": 25, "VERIFIED": 5}
    assert stopped == [5] == [ledger.posts]
    line("start")
    assert line("apply", plan, "--live", "--json")["states"] == {"VERIFIED": 30}


def test_two_appliers_at_once(line: Line, ledger: Ledger) -> None:
    plan = planned(line, [RECEIPT] * 10)
    started, go_on = threading.Event(), threading.Event()

    def hold(stage: str) -> None:
        if stage == "before":
            started.set()
            go_on.wait(20)

    ledger.hook = hold
    first: list[Any] = []
    thread = threading.Thread(target=lambda: first.append(line("apply", plan, "--live", "--json", apart=True)))
    thread.start()
    assert started.wait(30)
    assert "Another run is applying corrections" in line("apply", plan, "--live", code=75)
    go_on.set()
    thread.join(60)
    assert first[0]["states"] == {"VERIFIED": 10}
    assert len(ledger.allocations) == 10 == ledger.posts


def test_a_service_that_is_gone(ledger: Ledger, tmp_path: Path) -> None:
    with serving(ledger) as base_url:
        gone = Line(settings_for(base_url, tmp_path, deadline_seconds=0.5))
        plan = planned(gone)
    extra = {"NIGHTAUDIT_DEADLINE_SECONDS": "0.5"}
    assert "Stopped" in gone("apply", plan, "--live", code=4, **extra)
    assert gone("status", "--json")["plans"][0]["states"] == {"APPROVED": 3}


def test_two_values_for_one_record(line: Line, tmp_path: Path) -> None:
    rows = [{"invoiceId": "7", "externalId": name, "exportedDate": "2026-11-01"} for name in ("A", "B")]
    said = line("plan", "invoices-mark-exported", "--from", str(write_csv(tmp_path / "x.csv", rows)), code=2)
    assert "row 2, column invoiceId: salesInvoices/7 stands in row 1 already" in said


def test_unknown_names(line: Line) -> None:
    assert "No correction is called frobnicate" in line("plan", "frobnicate", code=2)
    assert "No plan is called" in line("show", "20990101", code=2)
    assert "has no model: what a note should say" in line("plan", "notes-add", code=2)
    assert "has not been built yet" in line("plan", "unit-attributes", code=3)
