"""Fields of another shape than documented: the error names them, or a slower way is used, and no row is left half done."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import pytest

from correct.desk import RECEIPT, Desk, rows_of
from correct.ledger_server import Handler, Ledger
from correct.round_trip import NOW
from nightaudit.errors import UnreadableAnswer

EXPORTED = {"allocationId": "1", "externalId": "F-1", "exportStatus": "EXPORTED"}
PAYMENT = {"bookingId": "9", "amount": "5.00"}


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What a booking, its summary and its invoices are answered with."""
    found: dict[str, Any] = {
        "/api/v3/bookings/9": {"id": 9},
        "/api/v3/bookings/9/financialSummary": {"payments": 5, "currencyCode": "GBP"},
        "/api/v3/bookings/9/salesInvoices": [{"id": 1, "status": "POSTED", "outstandingAmount": 100}],
    }
    real = Handler.get

    def get(handler: Handler) -> None:
        path = urlsplit(handler.path).path
        handler.answer(200, found[path]) if path in found else real(handler)

    monkeypatch.setattr(Handler, "get", get)
    return found


@pytest.mark.parametrize("day", [1761868800000, [2026, 10, 31, 9, 0], "31/10/2026", "", None, {"at": 1}])
def test_a_date_of_another_shape_is_only_a_shortcut_less(day: Any, desk: Desk, ledger: Ledger) -> None:
    ledger.commit({"amount": 1, "targetInvoiceId": 7, "exportStatus": "PENDING", "createdDate": day})
    assert "send" == desk.rows(desk.plan("allocations-mark-exported", [EXPORTED]))[0].outlook


@pytest.mark.parametrize("day", ["0001-01-01T00:00:00", "9999-12-31"])
def test_a_day_without_a_neighbour_is_only_a_shortcut_less(day: str, desk: Desk, ledger: Ledger) -> None:
    """Some services show these for no date."""
    ledger.commit({"amount": 1, "targetInvoiceId": 7, "exportStatus": "PENDING", "createdDate": day})
    plan = desk.plan("allocations-mark-exported", [EXPORTED])
    run, [row] = desk.run(plan), desk.rows(plan)
    assert [run.job.read(row.input, run.reader)["createdDate"] for _ in range(2)] == [day, day]


def test_a_refused_date_filter_is_only_a_shortcut_less(
    desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger.commit({"amount": 1, "targetInvoiceId": 7, "exportStatus": "PENDING", "createdDate": "2026-10-31"})
    real = Handler.page

    def page(handler: Handler, rows: list[dict[str, Any]], query: str) -> None:
        handler.answer(400, {"message": "unknown filter"}) if "dateFrom" in query else real(handler, rows, query)

    monkeypatch.setattr(Handler, "page", page)
    plan = desk.plan("allocations-mark-exported", [EXPORTED])
    run, [row] = desk.run(plan), desk.rows(plan)
    assert [1, 1] == [run.job.read(row.input, run.reader)["id"] for _ in range(2)]


@pytest.mark.parametrize("amount", ["1,100.00", "NaN", True, [5], {"amount": 5}])
def test_what_is_no_amount_is_told_by_its_field(
    amount: Any, desk: Desk, ledger: Ledger, answers: dict[str, Any]
) -> None:
    plan = desk.approved("allocations-create", [RECEIPT])
    ledger.invoices[7]["outstandingAmount"] = amount
    outcome = desk.apply(plan)
    assert str(outcome.cause).startswith("outstandingAmount of record 7 is no amount: ")
    assert ({"APPROVED": 1}, 0) == (outcome.counts, ledger.posts)
    answers["/api/v3/bookings/9/financialSummary"]["payments"] = amount
    with pytest.raises(UnreadableAnswer, match="payments is no amount: "):
        desk.plan("booking-payments", [PAYMENT])


def test_a_payment_of_what_is_due_posts_no_draft_that_is_due_later(desk: Desk, answers: dict[str, Any]) -> None:
    days = ("2026-10-31", "2026-10-31T00:00:00Z", "2026-11-01", "2026-11-01T00:00:00Z", None)
    answers["/api/v3/bookings/9/salesInvoices"] = [
        {"id": number, "status": "DRAFT", "outstandingAmount": 100, "invoiceDueDate": day}
        for number, day in enumerate(days, 1)
    ]
    row = desk.rows(desk.plan("booking-payments", [PAYMENT | {"payDueBefore": "2026-11-01"}]))[0]
    assert ("send", ["may post invoice 1", "may post invoice 2"]) == (row.outlook, row.effects)


def test_a_payment_pays_neither_what_is_void_nor_a_credit_nor_what_shows_no_amount(
    desk: Desk, answers: dict[str, Any]
) -> None:
    answers["/api/v3/bookings/9/salesInvoices"] = [
        {"id": 1, "status": "POSTED", "outstandingAmount": 5},
        {"id": 2, "status": "VOID", "outstandingAmount": 100},
        {"id": 3, "status": "POSTED", "invoiceType": "CREDIT_NOTE", "outstandingAmount": -4},
        {"id": 4, "status": "DRAFT"},
        {"id": 5, "status": "POSTED", "type": "CREDIT_NOTE", "outstandingAmount": -3},
    ]
    half = PAYMENT | {"amount": "2.50"}
    rows = [half | {"paymentReference": "CARD"}, half | {"paymentReference": "DESK"}, PAYMENT | {"amount": "0.01"}]
    assert [
        ["send"],
        ["send", "row 2 (line 3) is like row 1 (line 2): perhaps a duplicate"],
        ["conflict: the amount 0.01 is more than the open amount 0.00"],
    ] == [[row.outlook, *row.effects] for row in desk.rows(desk.plan("booking-payments", rows))]


def test_invoices_may_have_words_for_ids(desk: Desk, answers: dict[str, Any]) -> None:
    answers["/api/v3/bookings/9/salesInvoices"] = [
        {"id": number, "status": "DRAFT", "outstandingAmount": 100} for number in ("INV-2", "INV-1")
    ]
    row = desk.rows(desk.plan("booking-payments", [PAYMENT]))[0]
    assert ("send", ["may post invoice INV-1", "may post invoice INV-2"]) == (row.outlook, row.effects)


@pytest.mark.parametrize("number", [None, [1]])
def test_a_listed_record_without_an_id_is_told(number: Any, desk: Desk, answers: dict[str, Any]) -> None:
    answers["/api/v3/bookings/9/salesInvoices"] = [{"id": number, "status": "DRAFT", "outstandingAmount": 100}]
    with pytest.raises(UnreadableAnswer, match="salesInvoices contains a record without an id"):
        desk.plan("booking-payments", [PAYMENT])


def test_what_is_open_on_an_invoice_without_an_id_is_not_known(desk: Desk, ledger: Ledger) -> None:
    ledger.commit({"amount": 1, "targetInvoiceId": 7})
    for name in ("id", "outstandingAmount"):
        del ledger.invoices[7][name]
    assert "send" == desk.rows(desk.plan("allocations-create", [RECEIPT]))[0].outlook


@pytest.mark.parametrize(
    ("given", "theirs", "why"),
    [
        ({"bookable": False}, {"publish": False}, "as expected, nothing else changed"),
        ({"unitName": "Attic"}, {"name": "Attic"}, "as expected, nothing else changed"),
        ({"maxOccupancy": 9}, {"bookable": False, "name": "Other"}, "something else changed, too: bookable, name"),
        ({"bookable": False}, {"unitName": "Other"}, "something else changed, too: name, unitName"),
        ({"unitName": "Attic"}, {"name": "Other"}, "something else changed, too: name"),
    ],
)
def test_of_a_unit_only_the_other_name_of_a_value_follows_it(
    given: dict[str, Any], theirs: dict[str, Any], why: str, hotel: Desk
) -> None:
    """A unit that went off sale when its size was corrected was VERIFIED."""
    unit = next(row for row in rows_of(hotel, "units.list") if row["bookable"])["id"]
    real = hotel.client.write

    def more(operation: Any, *ids: int | str, body: Any = None, **filters: object) -> Any:
        return real(operation, *ids, body=body | theirs, **filters)

    plan = hotel.approved("unit-attributes", [{"unitId": unit} | given])
    hotel.client.write = more
    hotel.apply(plan)
    assert [why] == [row.why for row in hotel.rows(plan)]


def test_a_text_that_contains_a_value_follows_it(hotel: Desk) -> None:
    """A service that composes one name of a unit with the other made each row MISMATCH."""
    unit = next(row for row in rows_of(hotel, "units.list") if row["bookable"])["id"]
    real = hotel.client.write

    def composed(operation: Any, *ids: int | str, body: Any = None, **filters: object) -> Any:
        return real(operation, *ids, body=body | {"name": f"Block A / {body['unitName']}"}, **filters)

    hotel.client.write = composed
    for name in ("A1", "A2"):
        plan = hotel.approved("unit-attributes", [{"unitId": unit, "unitName": name}])
        hotel.apply(plan)
    assert ["as expected, nothing else changed"] == [row.why for row in hotel.rows(plan)]


@pytest.mark.parametrize(
    ("theirs", "part", "why"),
    [
        ({"version": 8, "last_modified_by": "api"}, {"updatedAt": NOW}, "as expected, nothing else changed"),
        ({}, {"kind": "OLD"}, "something else changed, too: primaryContactEmailAddress.kind"),
    ],
)
def test_of_an_object_only_what_the_row_sets_may_change_and_stamps(
    theirs: dict[str, Any], part: dict[str, Any], why: str, hotel: Desk
) -> None:
    """A `version` guards records against being written by two at once; other stamps tell of the change itself."""
    name = "primaryContactEmailAddress"
    contact = next(row for row in rows_of(hotel, "contacts.list") if row.get(name))
    address = "new." + contact[name]["email"]
    plan = hotel.approved("contact-details", [{"contactId": contact["id"], "emailAddress": address}])
    real = hotel.client.write

    def more(operation: Any, *ids: int | str, body: Any = None, **filters: object) -> Any:
        return real(operation, *ids, body=body | theirs | {name: body[name] | part}, **filters)

    hotel.client.write = more
    hotel.apply(plan)
    assert [why] == [row.why for row in hotel.rows(plan)]


def test_a_row_without_status_and_amount_is_completed_from_its_invoice(desk: Desk, answers: dict[str, Any]) -> None:
    """What is open on it counted as zero, so that every payment was too high."""
    answers["/api/v3/bookings/9/salesInvoices"] = [{"id": 1}, {"id": 2}]
    answers["/api/v3/salesInvoices/1"] = {"id": 1, "status": "VOID", "totalGross": 7}
    answers["/api/v3/salesInvoices/2"] = {"id": 2, "status": "Posted", "outstandingAmount": 8}
    made = [desk.rows(desk.plan("booking-payments", [PAYMENT | {"amount": amount}]))[0].outlook for amount in (8, 9)]
    assert ["send", "conflict: the amount 9.00 is more than the open amount 8"] == made


def test_a_stay_is_also_found_in_the_list_of_its_booking(desk: Desk, answers: dict[str, Any]) -> None:
    answers["/api/v3/bookings/9/roomStays"] = [{"roomStayId": 4, "roomStayStatus": "Pending"}]
    stay = {"bookingId": 9, "roomStayId": 4, "roomStayStatus": "PENDING"}
    made = desk.plan("room-stay-status", [stay, stay | {"roomStayId": 5}])
    outlooks = ["skip: the record already has these values", "conflict: Booking 9 has no room stay 5."]
    assert outlooks == [row.outlook for row in desk.rows(made)]
