"""Receipts that somebody records by hand while a run is under way: two people with the same bank statement."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from correct.desk import RECEIPT, Desk, invoices, is_open
from correct.lagging import hide
from correct.ledger_server import Handler, Ledger


def by_hand(ledger: Ledger, *numbers: int, **other: Any) -> None:
    """Record the like of a row on each of these invoices, once the first row was sent."""

    def recorded(stage: str) -> None:
        if (ledger.posts, stage) == (1, "after"):
            for number in numbers:
                ledger.commit(
                    {"targetInvoiceId": number, "amount": 12.5, "date": "2026-10-31", **other}
                    | {"externalReference": None}
                )

    ledger.hook = recorded


def rows_on(ledger: Ledger, *numbers: int) -> list[dict[str, str]]:
    ledger.invoices |= {number: ledger.invoices[7] | {"id": number} for number in numbers}
    return [RECEIPT | {"targetInvoiceId": str(number)} for number in numbers]


@pytest.mark.parametrize("hidden", [(), ("outstandingAmount",), ("outstandingAmount", "totalGross")])
@pytest.mark.parametrize("refused", [False, True])
def test_a_receipt_recorded_during_the_run_is_not_recorded_again(
    desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch, hidden: tuple[str, ...], *, refused: bool
) -> None:
    """Also where the service knows no filter by created date, and shows no open amount that would tell of it."""
    hide(monkeypatch, *hidden)
    plan = desk.approved("allocations-create", rows_on(ledger, 7, 8, 9))
    by_hand(ledger, 8)
    page = Handler.page

    def listed(handler: Any, rows: list[dict[str, Any]], query: str) -> None:
        if refused and "dateFrom" in query:
            handler.answer(400, {"message": "no such filter"})
        else:
            page(handler, rows, query)

    monkeypatch.setattr(Handler, "page", listed)
    outcome = desk.apply(plan)
    assert ({"CONFLICT": 1, "VERIFIED": 2}, 5, 3) == (outcome.counts, outcome.exit_code, len(ledger.allocations))
    assert "a similar record was created after the plan: 2" in desk.rows(plan)[1].why


def test_a_receipt_that_shows_no_day_may_be_the_same(desk: Desk, ledger: Ledger) -> None:
    """Two data directories with the same file recorded each receipt twice where the service keeps no day, and ended with 0."""
    plan = desk.approved("allocations-create", rows_on(ledger, 7, 8, 9))
    by_hand(ledger, 8, date=None)
    assert {"CONFLICT": 1, "VERIFIED": 2} == desk.apply(plan).counts
    again = desk.plan("allocations-create", rows_on(ledger, 8))
    assert "invoice 8 already has 12.50 of 2026-10-31: allocation 2" in desk.rows(again)[0].effects


def test_a_receipt_recorded_between_check_and_write_is_told(desk: Desk, ledger: Ledger) -> None:
    """Two people with the same file at the same moment: both runs ended with 0, and the invoice was paid twice."""
    plan = desk.approved("allocations-create", rows_on(ledger, 7, 8, 9))

    def at_once(stage: str) -> None:
        if (ledger.posts, stage) == (2, "before"):
            other = {"targetInvoiceId": 8, "amount": 12.5, "date": "2026-10-31"}
            ledger.commit(other | {"externalReference": "na-0123456789abcdef"})

    ledger.hook = at_once
    outcome = desk.apply(plan)
    assert ({"VERIFIED": 3}, 5) == (outcome.counts, outcome.exit_code)
    told = "row 2 (salesInvoices/8): somebody else recorded a similar one at the same time: 2;"
    assert [True] == [finding.startswith(told) for finding in outcome.findings]
    again = desk.apply(plan)  # what was told once is not told again
    assert (0, []) == (again.exit_code, again.findings)


def test_a_canary_shows_that_the_service_writes_twice(desk: Desk, ledger: Ledger) -> None:
    """Once without the token: each row was VERIFIED, and the whole file was there twice when this was told."""
    plan = desk.approved("allocations-create", rows_on(ledger, 7, 8, 9))
    ledger.hook = lambda stage: (
        None
        if stage == "before"
        else ledger.allocations.append(ledger.allocations[-1] | {"id": 99, "externalReference": None})
    )
    outcome = desk.apply(plan, canary=1)
    assert ({"APPROVED": 2, "VERIFIED": 1}, 1) == (outcome.counts, ledger.posts)
    assert "The canary failed: row 1 (salesInvoices/7): somebody else recorded a similar one" in str(outcome.cause)
    assert 1 == len(outcome.findings)


def test_what_others_recorded_is_told_after_a_run_that_was_killed(
    desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = desk.approved("allocations-create", rows_on(ledger, 7))
    by_hand(ledger, 7)
    with monkeypatch.context() as patch:
        patch.setattr("nightaudit.correct.sending.apply.audit_tokens", lambda _: sys.exit())
        with pytest.raises(SystemExit):
            desk.apply(plan)
    told = [desk.apply(plan).findings for _ in range(2)]
    assert ([1, 0], 1) == ([len(findings) for findings in told], ledger.posts)


def test_a_credit_that_a_colleague_has_allocated_is_not_allocated_again(desk: Desk, ledger: Ledger) -> None:
    """0 as the open amount of the credit counted as an amount that the service does not keep."""
    rows = [row | {"importType": "ALLOCATION", "sourceInvoiceId": "9"} for row in rows_on(ledger, 7, 8, 9)[:2]]
    ledger.invoices[9] |= {"invoiceType": "CREDIT_NOTE", "outstandingAmount": -12.5}
    plan = desk.approved("allocations-create", rows)
    assert ["send", "conflict: the source invoice has only 0.00 open"] == [row.outlook for row in desk.rows(plan)]
    ledger.invoices[9]["outstandingAmount"] = 0
    assert ({"CONFLICT": 2}, 0) == (desk.apply(plan).counts, ledger.posts)
    told = "changed since the plan: outstandingAmount of the source invoice was -12.5, is 0"
    assert told == desk.rows(plan)[0].why
    unknown = desk.approved("allocations-create", rows)
    assert {"VERIFIED": 2} == desk.apply(unknown).counts, "not every service keeps the amount of a credit"


def test_other_money_on_the_invoice_holds_nothing_up(desk: Desk, ledger: Ledger) -> None:
    plan = desk.approved("allocations-create", rows_on(ledger, 7, 8, 9))
    by_hand(ledger, 8, 9, amount=3)
    assert {"VERIFIED": 3} == desk.apply(plan).counts


@pytest.mark.parametrize("other", [{}, {"financeAccountId": 71}])
def test_a_receipt_that_names_no_invoice_may_be_the_same(desk: Desk, ledger: Ledger, other: dict[str, int]) -> None:
    """One on account, or of a service that shows no invoice: unless it is of another account."""
    plan = desk.approved("allocations-create", rows_on(ledger, 7))
    on_account = {"id": 99, "amount": 12.5, "date": "2026-10-31", "financeAccountId": 70, "targetInvoiceId": None}
    ledger.allocations.append(on_account | other)
    assert {"VERIFIED" if other else "CONFLICT": 1} == desk.apply(plan).counts
    [mine] = rows_on(ledger, 7)
    rows = desk.rows(desk.plan("allocations-create", [mine, mine | {"accountId": "71"}], again=True))
    told = "an allocation that names no invoice has 12.50 of 2026-10-31: allocation 99"
    assert [not other, bool(other)] == [told in row.effects for row in rows]


def test_where_nothing_shows_what_is_open_nothing_is_sent(
    desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lists name no invoice: all of its total counted as open, and it was paid more than twice."""
    hide(monkeypatch, "outstandingAmount", "targetInvoiceId")
    assert {"VERIFIED": 1} == desk.apply(desk.approved("allocations-create", rows_on(ledger, 7))).counts
    [row] = desk.rows(desk.plan("allocations-create", rows_on(ledger, 7), again=True))
    assert row.outlook.startswith("conflict: nothing shows how much is open on the target invoice")


def test_a_receipt_of_another_amount_holds_up_none(desk: Desk, ledger: Ledger) -> None:
    """A colleague's part payment stopped each later receipt on its invoice, although it is listed and explains what moved."""
    plan = desk.approved("allocations-create", rows_on(ledger, 7, 8, 9))
    by_hand(ledger, 8, amount=20)
    assert {"VERIFIED": 3} == desk.apply(plan).counts


def test_a_receipt_recorded_with_another_day_may_be_the_same(desk: Desk, ledger: Ledger) -> None:
    """Finance records the day of value, the bank file has the day of booking: the receipt was recorded twice."""
    plan = desk.approved("allocations-create", rows_on(ledger, 7, 8, 9))
    by_hand(ledger, 8, date="2026-11-01")
    assert {"CONFLICT": 1, "VERIFIED": 2} == desk.apply(plan).counts
    told = "the open amount of salesInvoices/8 is 12.5 lower than when planned, without a row of this journal"
    assert desk.rows(plan)[1].why.startswith(told)
    assert {"VERIFIED": 1} == desk.apply(desk.approved("allocations-create", rows_on(ledger, 8))).counts


def test_rows_of_this_journal_hold_nothing_up(desk: Desk, ledger: Ledger) -> None:
    """No list is read for rows of this journal."""
    rows = rows_on(ledger, 7, 8) * 3
    first = desk.approved("allocations-create", rows)
    second = desk.approved("allocations-create", [row | {"amount": "5.00"} for row in rows])
    for plan in (first, second):
        before = ledger.pages
        assert {"VERIFIED": 6} == desk.apply(plan).counts
        assert ledger.pages - before <= 8  # twice, the page after the end of the longest list


def test_the_sandbox_finds_it_by_its_created_date(hotel: Desk) -> None:
    one, other = invoices(hotel, "POSTED", is_open)[5:7]
    rows = [
        RECEIPT | {"targetInvoiceId": row["id"], "accountId": row["financeAccount"]["id"], "amount": "2.00"}
        for row in (one, other)
    ]
    plan = hotel.approved("allocations-create", rows)
    real = hotel.client.write

    def write(*given: Any, **named: Any) -> Any:
        if named["body"]["targetInvoiceId"] == one["id"]:
            real(*given, body=named["body"] | {"targetInvoiceId": other["id"], "externalReference": "BY HAND"})
        return real(*given, **named)

    hotel.client.write = write  # somebody else, at the same time
    assert {"CONFLICT": 1, "VERIFIED": 1} == hotel.apply(plan).counts
