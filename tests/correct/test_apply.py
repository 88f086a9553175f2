"""The engine against a service that fails on purpose: written once, or not at all."""

from __future__ import annotations

from decimal import Decimal

import pytest
from desk import RECEIPT, Desk
from ledger_server import Ledger

from nightaudit.correct.intent import Limits
from nightaudit.correct.journal.entries import Row
from nightaudit.correct.journal.journal import Journal
from nightaudit.errors import UsageError


def test_a_plan_sends_nothing_until_it_is_applied(desk: Desk, ledger: Ledger) -> None:
    plan = desk.approved("allocations-create", [RECEIPT] * 3)
    assert ledger.posts == 0
    assert plan.totals == {"GBP": "37.50"}
    outcome = desk.apply(plan)
    assert (outcome.exit_code, outcome.sent, desk.states(plan)) == (0, 3, {"VERIFIED": 3})
    assert sorted(ledger.tokens().values()) == [1, 1, 1]
    assert outcome.streams[0] == "financial_allocations_sales_invoices"
    assert ledger.allocations[0]["amount"] == Decimal("12.5")


@pytest.mark.usefixtures("soon_again")
def test_every_kind_of_fault_ends_with_one_of_each(desk: Desk, ledger: Ledger) -> None:
    plan = desk.approved("allocations-create", [RECEIPT] * 40)
    ledger.share, ledger.late_seconds = 0.6, 0.02
    outcome = desk.apply(plan)
    assert outcome.exit_code == 0, outcome
    assert desk.states(plan) == {"VERIFIED": 40}
    assert len(ledger.tokens()) == 40 == len(ledger.allocations)
    assert set(ledger.done) >= {"500 before", "500 after", "drop before", "drop after", "cut after", "late", "429"}


def test_the_same_file_is_not_written_twice(desk: Desk, ledger: Ledger) -> None:
    desk.apply(desk.approved("allocations-create", [RECEIPT] * 2))
    second = desk.approved("allocations-create", [RECEIPT] * 3)
    assert [row.outlook.partition(":")[0] for row in desk.rows(second)] == ["skip", "skip", "send"]
    assert desk.apply(second).exit_code == 0
    assert desk.states(second) == {"SKIPPED": 2, "VERIFIED": 1}
    assert len(ledger.allocations) == 3
    third = desk.approved("allocations-create", [RECEIPT] * 2, again=True)
    assert desk.apply(third).exit_code == 0
    assert len(ledger.allocations) == 5


def test_an_unapproved_plan_is_refused(desk: Desk, ledger: Ledger) -> None:
    plan = desk.plan("allocations-create", [RECEIPT])
    with pytest.raises(UsageError, match="is PLANNED, not APPROVED"):
        desk.apply(plan, Limits())
    assert ledger.posts == 0


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
    assert desk.apply(plan, canary=2).exit_code == 0
    assert len(readings) < 40
