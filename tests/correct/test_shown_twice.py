"""Records in more than one list: the fields of all lists count, and no record hides another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from correct.desk import RECEIPT, Desk, void
from correct.ledger_server import LISTS, Handler, Ledger
from nightaudit.correct.jobs import job_named
from nightaudit.correct.jobs.money import merged
from nightaudit.correct.reader import Reader

if TYPE_CHECKING:
    from collections.abc import Callable

Showing = dict[str, Any]


def fewer(stored: Showing) -> Showing:
    return {name: stored[name] for name in ("id", "amount")}


def nulls(stored: Showing) -> Showing:
    return dict.fromkeys(stored) | fewer(stored)


def empty(stored: Showing) -> Showing:
    return dict.fromkeys(stored, "") | fewer(stored)


def id_as_text(stored: Showing) -> Showing:
    return fewer(stored) | {"id": str(stored["id"])}


@pytest.fixture(params=[fewer, nulls, empty, id_as_text])
def showing(request: pytest.FixtureRequest) -> Callable[[Showing], Showing]:
    """What a list shows of an allocation that the other one shows whole."""
    found: Callable[[Showing], Showing] = request.param
    return found


@pytest.fixture(params=["salesPayments"])
def less(
    request: pytest.FixtureRequest,
    showing: Callable[[Showing], Showing],
    ledger: Ledger,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every allocation stands in both lists, and this one shows less of it."""
    real = Handler.page

    def page(handler: Any, rows: list[Showing], query: str) -> None:
        of_payments = handler.path.startswith(f"{LISTS}salesPayments")
        rows = list(ledger.allocations) if of_payments else rows
        real(handler, [showing(row) for row in rows] if request.param in handler.path else rows, query)

    monkeypatch.setattr(Handler, "page", page)


@pytest.mark.usefixtures("less")
@pytest.mark.parametrize("lost", [1, 2])
def test_a_lost_receipt_is_found_though_the_second_list_shows_no_reference(
    lost: int, desk: Desk, ledger: Ledger
) -> None:
    ledger.fail("500 after", lost)
    outcome = desk.apply(desk.approved("allocations-create", [RECEIPT] * 2))
    assert ({"VERIFIED": 2}, [], 2) == (outcome.counts, outcome.findings, ledger.posts)


@pytest.mark.usefixtures("less")
def test_an_invoice_is_not_voided_though_the_second_list_does_not_say_what_was_paid(desk: Desk, ledger: Ledger) -> None:
    ledger.invoices[8] = ledger.invoices[7] | {"id": 8}
    assert ["send"] == [planned.outlook for planned in desk.rows(desk.plan("invoices-void-duplicates", [void(8, 7)]))]
    ledger.commit({"amount": 1, "targetInvoiceId": 8})
    planned = desk.rows(desk.plan("invoices-void-duplicates", [void(8, 7)]))[0]
    assert "conflict: it has allocations: 1" == planned.outlook


@pytest.mark.usefixtures("less")
@pytest.mark.parametrize("less", ["salesInvoices", "salesPayments"], indirect=True)
def test_an_allocation_is_read_alike_near_its_date_and_out_of_the_whole_lists(desk: Desk, ledger: Ledger) -> None:
    shown = {"amount": 1, "targetInvoiceId": 7, "exportStatus": "PENDING", "createdDate": "2026-10-31T09:00:00Z"}
    ledger.commit(shown)
    job, reader = job_named("allocations-mark-exported"), Reader(desk.client)
    whole = job.read({"allocationId": 1}, reader)
    reader.forget()
    asked = ledger.pages
    assert whole == job.read({"allocationId": 1}, reader)
    assert ledger.pages == asked + 2
    assert {name: whole[name] for name in shown} == shown


def test_of_two_values_the_one_shown_last_counts() -> None:
    before = {"id": 1, "exportStatus": "PENDING", "externalId": None, "amount": 0}
    after = {"id": 1, "exportStatus": "EXPORTED", "externalId": "F-1", "isPaid": False}
    assert merged([before, {"id": 2}, after]) == [before | after, {"id": 2}]
    assert merged([after, before]) == [after | {"exportStatus": "PENDING", "amount": 0}]
    assert before["externalId"] is None


@pytest.mark.parametrize("lost", [1, 2])
def test_notes_that_are_numbered_anew_in_each_booking_are_told_apart(
    lost: int, desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes: dict[str, list[Showing]] = {"8": [], "9": []}

    def get(handler: Any) -> None:
        parts = urlsplit(handler.path)
        booking, *below = parts.path.split("/")[4:]
        if below:
            handler.page(notes[booking], parts.query)
        else:
            handler.answer(200, {"id": int(booking)})

    def post(handler: Any) -> None:
        ledger.posts += 1
        mine = notes[handler.path.split("/")[4]]
        mine.append(handler.body() | {"id": len(mine) + 1})
        handler.answer(500 if ledger.posts == lost else 201, mine[-1])

    monkeypatch.setattr(Handler, "get", get)
    monkeypatch.setattr(Handler, "post", post)
    rows = [{"bookingId": booking, "content": "Deposit checked"} for booking in notes]
    outcome = desk.apply(desk.approved("notes-add", rows))
    assert ({"VERIFIED": 2}, [], 2) == (outcome.counts, outcome.findings, ledger.posts)
