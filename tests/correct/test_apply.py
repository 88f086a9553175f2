"""The engine against a service that fails on purpose: written once, or not at all."""

from __future__ import annotations

from decimal import Decimal

import pytest

from correct.desk import RECEIPT, Desk
from correct.ledger_server import Ledger
from nightaudit.correct.journal.entries import Row
from nightaudit.correct.journal.journal import Journal


def test_a_plan_sends_nothing_until_it_is_applied(desk: Desk, ledger: Ledger) -> None:
    plan = desk.approved("allocations-create", [RECEIPT] * 3)
    assert 0 == ledger.posts
    assert {"GBP": "37.50"} == plan.totals
    outcome = desk.apply(plan)
    assert (0, 3, {"VERIFIED": 3}) == (outcome.exit_code, outcome.sent, desk.states(plan))
    assert [1, 1, 1] == sorted(ledger.tokens().values())
    assert "financial_allocations_sales_invoices" == outcome.streams[0]
    assert ledger.allocations[0]["amount"] == Decimal("12.5")


@pytest.mark.usefixtures("impatient")
def test_every_kind_of_fault_ends_with_one_of_each(desk: Desk, ledger: Ledger) -> None:
    plan = desk.approved("allocations-create", [RECEIPT] * 40)
    ledger.share, ledger.late_seconds = 0.6, 0.02
    outcome = desk.apply(plan)
    assert 0 == outcome.exit_code, outcome
    assert {"VERIFIED": 40} == desk.states(plan)
    assert len(ledger.tokens()) == 40 == len(ledger.allocations)
    assert set(ledger.done) >= {"500 before", "500 after", "drop before", "drop after", "cut after", "late", "429"}


def test_the_same_file_is_not_written_twice(desk: Desk, ledger: Ledger) -> None:
    desk.apply(desk.approved("allocations-create", [RECEIPT] * 2))
    second = desk.approved("allocations-create", [RECEIPT] * 3)
    assert ["skip", "skip", "send"] == [row.outlook.partition(":")[0] for row in desk.rows(second)]
    assert 0 == desk.apply(second).exit_code
    assert {"SKIPPED": 2, "VERIFIED": 1} == desk.states(second)
    assert 3 == len(ledger.allocations)
    third = desk.approved("allocations-create", [RECEIPT] * 2, again=True)
    assert 0 == desk.apply(third).exit_code
    assert 5 == len(ledger.allocations)


def test_a_plan_with_a_canary_is_read_a_few_times_not_once_for_each_row(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = desk.approved("allocations-create", [RECEIPT] * 40)
    real = Journal.rows
    readings: list[str] = []

    def counted(journal: Journal, *given: str) -> list[Row]:
        readings.append(given[0])
        return real(journal, *given)

    monkeypatch.setattr(Journal, "rows", counted)
    assert 0 == desk.apply(plan, canary=2).exit_code
    assert len(readings) < 40
