"""Two services corrected from one data directory: writes to one do not count at the other."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from correct import ledger_server
from correct.desk import RECEIPT, Desk, settings_for
from correct.ledger_server import Ledger, serving
from correct.made_plan import made_plan
from nightaudit.correct.intent import Halted, Limits, MustWait, intend
from nightaudit.correct.journal import states
from nightaudit.correct.journal.attempts import conclude
from nightaudit.correct.journal.journal import Journal
from nightaudit.correct.plans import approval

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nightaudit.correct.journal.entries import Plan, Row


@pytest.fixture
def production() -> Ledger:
    return Ledger()


@pytest.fixture
def elsewhere(desk: Desk, production: Ledger, tmp_path: Path) -> Iterator[Desk]:
    """The same data directory, and another address."""
    with serving(production) as base_url:
        opened = Desk(settings_for(base_url, tmp_path), tmp_path)
        assert opened.journal.path == desk.journal.path
        yield opened
        opened.close()


def test_receipts_tried_in_testing_are_sent_in_production(
    desk: Desk, ledger: Ledger, elsewhere: Desk, production: Ledger
) -> None:
    receipts = [RECEIPT, RECEIPT, RECEIPT | {"amount": "20.00"}]
    tried = desk.apply(desk.approved("allocations-create", receipts[1:]))
    assert ({"VERIFIED": 2}, 2) == (tried.counts, ledger.posts)
    plan = elsewhere.approved("allocations-create", receipts)
    assert ["send"] * 3 == [row.outlook for row in elsewhere.rows(plan)]
    assert {"VERIFIED": 3} == elsewhere.apply(plan).counts
    assert (2, 3) == (ledger.posts, production.posts)
    again = elsewhere.plan("allocations-create", receipts)  # the control: at one service nothing goes twice
    assert {row.outlook for row in elsewhere.rows(again)} == {
        f"skip: the same row was written by plan {plan.plan_id} (VERIFIED)"
    }


def test_the_same_service_under_another_spelling_of_its_address_is_sent_nothing_again(
    ledger: Ledger, tmp_path: Path
) -> None:
    with serving(ledger) as base_url:
        port = base_url.rpartition(":")[2]
        spellings = (f"http://localhost:{port}", f"HTTP://LocalHost:0{port}/api/v3/")
        first, second = (Desk(settings_for(spelling, tmp_path), tmp_path) for spelling in spellings)
        written = first.approved("allocations-create", [RECEIPT])
        assert {"VERIFIED": 1} == second.apply(written).counts
        again = second.approved("allocations-create", [RECEIPT, RECEIPT])
        outlooks = [row.outlook for row in second.rows(again)]
        assert [f"skip: the same row was written by plan {written.plan_id} (VERIFIED)", "send"] == outlooks
        with pytest.raises(Halted, match=r"12\.50 were sent"):
            raise second.apply(again, Limits(day_amount=Decimal(20))).cause or AssertionError
        first.close()
        second.close()
    assert 1 == ledger.posts


def test_with_other_credentials_a_person_says_whether_it_is_another_tenant(
    desk: Desk, ledger: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A key that was renewed leads to the same tenant, and there a receipt would be paid twice."""
    written = desk.approved("allocations-create", [RECEIPT])
    desk.apply(written)
    monkeypatch.setattr(ledger_server, "KEY", "renewed")
    renewed = Desk(desk.settings.model_copy(update={"api_key": type(desk.settings.api_key)("renewed")}), tmp_path)
    plan = renewed.approved("allocations-create", [RECEIPT])
    why = f"plan {written.plan_id} wrote the same row for {written.environment}"
    why += "; if that is another tenant, plan this row with --again"
    assert renewed.rows(plan)[0].outlook == f"conflict: {why}"
    assert (renewed.apply(plan).exit_code, renewed.rows(plan)[0].why, ledger.posts) == (5, why, 1)
    assert {"VERIFIED": 1} == renewed.apply(renewed.approved("allocations-create", [RECEIPT], again=True)).counts
    renewed.close()


def flying(journal: Journal, plan: Plan) -> Row:
    """The first row of an approved plan, about to be sent."""
    approval.approve(journal, plan, "tester")
    row = journal.rows(plan.plan_id)[0]
    journal.move(row, states.CHECKING)
    return row


def test_doubt_and_money_of_one_service_do_not_count_at_the_other(tmp_path: Path) -> None:
    day = Limits(day_amount=Decimal(10))
    with Journal(tmp_path / "corrections.sqlite") as journal:
        tried, paid, late = (
            flying(journal, made_plan(journal, name, ["bookings/9"], token=False, service=service))
            for name, service in (("tried", "testing"), ("paid", "production"), ("late", "production"))
        )
        intend(journal, tried, {}, day, [])
        with pytest.raises(MustWait, match="of plan tried"):  # one in flight per target, wherever it goes
            intend(journal, paid, {}, day, [])
        conclude(journal, tried, "unknown", states.AMBIGUOUS)
        conclude(journal, tried, "unknown", states.QUARANTINED)
        intend(journal, paid, {}, day, [])
        conclude(journal, paid, "unknown", states.AMBIGUOUS)
        with pytest.raises(MustWait, match="of plan paid"):
            intend(journal, late, {}, day, [])
        conclude(journal, paid, "applied", states.APPLIED)
        with pytest.raises(Halted, match="--max-day-amount 10: 10 were sent, and row 1 would add 10"):
            intend(journal, late, {}, day, [])
