"""Corrections at a service that shows other names of some fields than the document, or statuses in other letters."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from client.loopback import Asked, Exchange, Loopback
from correct.desk import Desk, bookings, create, draft, invoices, is_open, payable, payment, rows_of
from correct.round_trip import NOW, do, undone
from nightaudit.correct.fates.verify import verify
from nightaudit.correct.journal import states
from nightaudit.correct.reader import Reader
from nightaudit.correct.sending.reconcile import decide

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nightaudit.correct.values import Json

PASSED_ON = {"authorization", "content-type", "x-auth-token"}
OBSERVED = {b'"exportedDate":': b'"exportDate":', b'"invoiceType":': b'"type":'}
SPELT = {
    b'"POSTED"': b'"Posted"',
    b'"VOID"': b'"void"',
    b'"EXPORTED"': b'"Exported"',
    b'"CREDIT_NOTE"': b'"Credit Note"',
    b'"CHECKED_IN"': b'"Checked In"',
    b'"PAYMENT"': b'"Payment"',
    b'"GBP"': b'"gbp"',
}


@pytest.fixture
def shown() -> dict[bytes, bytes]:
    """What the service shows, by what the sandbox says."""
    return {**OBSERVED}


@pytest.fixture
def observed(hotel: Desk, shown: dict[bytes, bytes]) -> Iterator[Desk]:
    """A desk at a gate before the sandbox, which takes the documented names and shows the observed ones."""

    def respond(asked: Asked, exchange: Exchange) -> None:
        headers = {name: text for name, text in asked.headers.items() if name in PASSED_ON}
        answer = http.request(asked.method, asked.path, params=[*asked.query], headers=headers, content=asked.body)
        text = answer.content
        for documented, other in shown.items():
            text = text.replace(documented, other)
        exchange.send(answer.status_code, text)

    with httpx.Client(base_url=hotel.settings.base_url, timeout=30) as http, Loopback(respond) as gate:
        opened = Desk(hotel.settings.model_copy(update={"base_url": gate.url}), hotel.folder)
        yield opened
        opened.close()


def test_a_date_of_export_is_verified_under_the_name_that_shows_it(observed: Desk) -> None:
    """It was missing under the documented name, so that each of these writes ended as MISMATCH."""
    invoice = invoices(observed, "POSTED", lambda row: not row["externalId"])[0]
    do(observed, "invoices-mark-exported", [{"invoiceId": invoice["id"], "externalId": "F-1", "exportedDate": NOW}])
    body = {
        "accountId": 1,
        "importType": "PAYMENT",
        "amount": 1,
        "targetInvoiceId": invoices(observed, "POSTED", is_open)[0]["id"],
    }
    made = create(observed, "financial_allocations.create", body)
    row = {"allocationId": made["id"], "externalId": "F-2", "exportStatus": "EXPORTED", "exportedDate": NOW}
    do(observed, "allocations-mark-exported", [row])


def test_a_journal_with_the_observed_names_is_read_under_the_first_ones(observed: Desk) -> None:
    """Journals of earlier programs have records as received: all of their fields seemed to have changed."""
    invoice = invoices(observed, "POSTED", lambda row: bool(row["externalId"] and row["exportedDate"]))[0]
    fields = {"externalId": "F-3", "exportedDate": NOW, "exportStatus": "FAILED", "organisationSettingsId": 1}
    plan = do(observed, "invoices-export-status", [{"invoiceId": invoice["id"], **fields}])
    [row] = observed.rows(plan)
    observed.journal.move(
        row, states.MISMATCH, "something else changed, too: exportDate, exportedDate, invoiceType, type"
    )
    for documented, name in OBSERVED.items():
        change = 'update "row" set before = replace(before, ?, ?)'
        observed.journal.sql.execute(change, (documented.decode(), name.decode()))
    verify(observed.run(plan), observed.rows(plan))
    undone(
        observed,
        plan,
        lambda: observed.client.sales_invoices.get(invoice["id"]).exported_date,
        datetime.datetime.fromisoformat(str(invoice["exportedDate"])),
    )


@pytest.mark.parametrize("spelling", ["CREDIT_NOTE", "Credit Note", "credit-note", "CreditNote"])
def test_a_credit_note_is_known_under_the_name_and_the_word_that_show_it(
    observed: Desk, shown: dict[bytes, bytes], spelling: str
) -> None:
    credit = invoices(observed, "POSTED", lambda row: bool(row["invoiceType"] == "CREDIT_NOTE"))[0]
    row = {
        "accountId": 1,
        "importType": "PAYMENT",
        "date": "2026-10-31",
        "amount": "1",
        "targetInvoiceId": credit["id"],
    }
    shown[b'"CREDIT_NOTE"'] = f'"{spelling}"'.encode()
    [planned] = observed.rows(observed.plan("allocations-create", [row]))
    assert planned.outlook.startswith("conflict: the target is a credit note")


def test_statuses_and_currencies_are_known_in_other_letters(observed: Desk, shown: dict[bytes, bytes]) -> None:
    """The marts read them so; corrections took no invoice for POSTED, and one that was exported or VOID for neither."""
    free, void = (draft(observed, currencyCode="GBP") for _ in range(2))
    stay: Json = next(
        {"bookingId": booking["id"], "roomStayId": stay["roomStayId"], "roomStayStatus": "CHECKED_IN"}
        for booking in bookings(observed)
        for stay in booking["roomStays"]
        if stay["roomStayStatus"] == "CHECKED_OUT"
    )
    shown |= SPELT
    do(observed, "invoices-post-drafts", [{"invoiceId": free}])
    receipt = {"accountId": 1, "importType": "PAYMENT", "date": "2026-10-31", "amount": "1", "targetInvoiceId": free}
    do(observed, "allocations-create", [receipt | {"currencyCode": "GBP"}])
    do(observed, "invoices-mark-exported", [{"invoiceId": free, "externalId": "F-4", "exportedDate": NOW}])
    do(observed, "room-stay-status", [stay])
    observed.client.sales_invoices.void(void)
    voiding: Json = {"invoiceId": free, "duplicateOfInvoiceId": void, "reason": "twice"}
    for job, row in {"invoices-post-drafts": {"invoiceId": void}, "invoices-void-duplicates": voiding}.items():
        [planned] = observed.rows(observed.plan(job, [row]))
        assert planned.outlook in {
            "conflict: the invoice is VOID",
            "conflict: it is EXPORTED to finance: credit it instead",
        }


def without(patch: pytest.MonkeyPatch, *names: str) -> None:
    """A service whose single records do not have these fields."""
    whole = Reader.record

    def bare(reader: Reader, operation: Any, *ids: int | str) -> Json:
        return {name: value for name, value in whole(reader, operation, *ids).items() if name not in names}

    patch.setattr(Reader, "record", bare)


def test_a_booking_without_a_currency_has_that_of_its_invoices(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "currencyCode")
    booking = payable(hotel, 0)
    currency = next(hotel.client.bookings.sales_invoices(booking)).currency_code
    [row] = hotel.rows(hotel.plan("booking-payments", [payment(booking) | {"currencyCode": currency}]))
    assert ("send", currency) == (row.outlook, row.currency)


def test_a_person_may_confirm_what_the_record_does_not_show(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    invoice = invoices(hotel, "POSTED", lambda row: not row["externalId"])[0]
    row = {"invoiceId": invoice["id"], "externalId": "F-5", "exportedDate": NOW}
    without(monkeypatch, "externalId", "exportedDate")
    plan = hotel.approved("invoices-mark-exported", [row])
    assert {"MISMATCH": 1} == hotel.apply(plan).counts
    assert "the record does not show externalId, exportedDate" == hotel.rows(plan)[0].why
    decide(hotel.run(plan), 1, "applied", "J. Doe")
    assert {"VERIFIED": 1} == hotel.states(plan)


@pytest.mark.parametrize("job", ["invoices-post-drafts", "invoices-mark-exported", "invoices-void-duplicates"])
def test_an_invoice_without_a_status_is_left_alone(hotel: Desk, monkeypatch: pytest.MonkeyPatch, job: str) -> None:
    one, other = (row["id"] for row in invoices(hotel, "POSTED")[:2])
    more = {
        "invoices-mark-exported": {"externalId": "F-6", "exportedDate": NOW},
        "invoices-void-duplicates": {"duplicateOfInvoiceId": other, "reason": "twice"},
    }
    without(monkeypatch, "status")
    [row] = hotel.rows(hotel.plan(job, [{"invoiceId": one, **more.get(job, {})}]))
    assert "conflict: the service does not show the status of the invoice" == row.outlook


def test_posting_may_bring_a_reference_and_an_export_status(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Reader.record

    def numbered(reader: Reader, operation: Any, *ids: int | str) -> Json:
        found = whole(reader, operation, *ids)
        more = {"invoiceReference": "R-1", "exportStatus": "CREATED"} if found.get("status") == "POSTED" else {}
        return {**found, **more}

    monkeypatch.setattr(Reader, "record", numbered)
    do(hotel, "invoices-post-drafts", [{"invoiceId": draft(hotel)}])


def test_a_status_of_an_activity_is_known_in_other_letters(observed: Desk, shown: dict[bytes, bytes]) -> None:
    """The document names none, so that it is sent as written, and undone as it was shown."""
    shown |= {b'"DONE"': b'"Done"'}

    def read() -> Any:
        return observed.client.activities.get(activity).status

    activity = next(row["id"] for row in rows_of(observed, "activities.list") if row["status"] not in {"DONE", "Done"})
    row = {"activityId": activity, "status": "DONE"}
    before = read()
    undone(observed, do(observed, "activity-status", [row]), read, before)
