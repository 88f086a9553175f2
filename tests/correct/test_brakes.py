"""Limits, the kill switch, and two appliers at once, through the command line."""

from __future__ import annotations

import threading
from decimal import Decimal
from typing import Any

import pytest

from correct.desk import RECEIPT, Desk, draft
from correct.ledger_server import Ledger
from correct.line import Line, planned
from nightaudit.correct.intent import Limits
from nightaudit.correct.journal.journal import Journal
from nightaudit.errors import UsageError

ONE = Decimal(1)


def test_rows_over_a_limit_are_not_sent(line: Line, ledger: Ledger) -> None:
    plan = planned(line, [RECEIPT | {"amount": amount} for amount in ("10.00", "20.00", "30.00", "5.00", "5.00")])
    assert "Row 1 moves 10.00 GBP, more than --max-row-amount 5" in line(
        "apply", plan, "--live", "--max-row-amount", "5", code=2
    )
    assert 0 == ledger.posts
    for option, limit, sent in (
        ("--max-row-amount", "10", [10]),  # what a limit names may be sent
        ("--max-amount", "30", [10, 20]),
        ("--max-amount", "59", [10, 20]),
        ("--max-day-amount", "60", [10, 20, 30]),
    ):
        assert f"{option} {limit}" in line("apply", plan, "--live", option, limit, code=6)
        assert sent == [row["amount"] for row in ledger.allocations]
    assert "--max-day-amount 64: 60.00 were sent, and row 4 would add 5.00 GBP" in line(
        "apply", plan, "--live", "--max-day-amount", "64", code=6
    )
    assert 1 == line("apply", plan, "--live", "--max-rows", "1", "--json", code=6)["sent"]
    assert {"VERIFIED": 5} == line("apply", plan, "--live", "--canary", "1", "--json")["states"]
    assert [10, 20, 30, 5, 5] == [row["amount"] for row in ledger.allocations]
    for amount in ("1,250", "-1", "NaN"):
        told = line("apply", plan, "--live", "--max-amount", amount, code=2)
        assert f"'{amount}' is not an amount." in told
        assert "without separators: 1250.50" in told


def test_a_limit_of_money_is_refused_where_rows_have_no_amounts(hotel: Desk) -> None:
    """Such a plan was sent as if no limit had been given."""
    plan = hotel.approved("invoices-post-drafts", [{"invoiceId": draft(hotel)}])
    for limits in (Limits(amount=ONE), Limits(row_amount=ONE), Limits(day_amount=ONE)):
        with pytest.raises(UsageError, match="no amounts, so a limit of money would hold nothing"):
            hotel.apply(plan, limits)
    assert {"VERIFIED": 1} == hotel.apply(plan, Limits(rows=1)).counts


def test_a_row_that_is_sent_again_counts_once_towards_the_limit_of_rows(line: Line, ledger: Ledger) -> None:
    plan = planned(line, [RECEIPT] * 3)
    ledger.fail("429", 1, 2)
    assert {"VERIFIED": 3} == line("apply", plan, "--live", "--max-rows", "3", "--json")["states"]


def test_money_that_the_service_refused_counts_towards_no_limit(line: Line, ledger: Ledger) -> None:
    ledger.fail("400", 1)
    said = line("apply", planned(line, [RECEIPT] * 2), "--live", "--max-amount", "12.50", "--json", code=6)
    assert {"REJECTED": 1, "VERIFIED": 1} == said["states"]


def test_the_kill_switch_stops_a_run_before_its_next_row(line: Line, ledger: Ledger) -> None:
    plan = planned(line, [RECEIPT] * 30)
    line("stop", "closing the month")
    assert "Sending is stopped: closing the month" in line("apply", plan, "--live", code=2)
    assert 0 == ledger.posts
    assert "by hand" == line("stop", "", "--json")["stopped"] == line("status", "--json")["stopped"]
    assert line("start", "--json")["stopped"] is line("status", "--json")["stopped"] is None
    stopped: list[int] = []

    def close_after_five(stage: str) -> None:
        if stage == "after" and len(ledger.allocations) == 5:
            with Journal.open(line.settings) as journal:
                journal.switch("enough")
            stopped.append(ledger.posts)

    ledger.hook = close_after_five
    assert {"APPROVED": 25, "VERIFIED": 5} == line("apply", plan, "--live", "--json", code=6)["states"]
    assert stopped == [5] == [ledger.posts]
    line("start")
    assert {"VERIFIED": 30} == line("apply", plan, "--live", "--json")["states"]


def test_a_second_applier_ends_while_the_first_sends(line: Line, ledger: Ledger) -> None:
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
    assert {"VERIFIED": 10} == first[0]["states"]
    assert len(ledger.allocations) == 10 == ledger.posts


def test_half_an_answer_or_two_formats_are_refused_not_passed_over(line: Line) -> None:
    for words in (["--found", "applied"], ["--row", "1"], ["--row", "1", "--found", "perhaps"]):
        assert "give all three: PLAN, --row N" in line("reconcile", "20261101", *words, code=2)
    assert "give all three" in line("reconcile", "--row", "1", "--found", "absent", code=2)
    for two in (["--csv", "--html", "plan.html"], ["--html", "plan.html", "--csv"]):
        assert "Give one of --json, --csv and --html." in line("show", "20261101", *two, code=2)
    two = ["--from", "rows.csv", "--sql", ""]
    assert "Give --from or --sql, not both." in line("plan", "invoices-post-drafts", *two, code=2)
