"""A service that answers writes as carried out and does not act: the run stops after fifteen, and says so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from correct.desk import RECEIPT, Desk, bookings, draft, rows_of
from correct.ledger_server import Ledger
from nightaudit.client.records.sales_invoices import SalesInvoice
from nightaudit.errors import ServiceFailed

if TYPE_CHECKING:
    from collections.abc import Callable

    from nightaudit.sandbox.wire import Json


def ignoring(ledger: Ledger, idle: Callable[[], bool]) -> None:
    """Answer writes as carried out, but store none while `idle` says so."""
    real = ledger.commit

    def commit(body: Json) -> Json:
        return {"id": 90_000 + ledger.posts, **body} if idle() else real(body)

    ledger.commit = commit


def test_receipts_that_no_list_shows_stop_the_run(desk: Desk, ledger: Ledger) -> None:
    ignoring(ledger, lambda: True)
    plan = desk.approved("allocations-create", [RECEIPT] * 40)
    outcome = desk.apply(plan)
    assert ({"APPROVED": 25, "MISMATCH": 15}, 5, 15) == (outcome.counts, outcome.exit_code, ledger.posts)
    assert isinstance(outcome.cause, ServiceFailed)
    assert (
        "answered 15 of the last 15 writes as carried out, but shows none of them as sent. Row 15: its token is not found"
        in str(outcome.cause)
    )


def test_it_is_noticed_when_it_begins_during_the_run(desk: Desk, ledger: Ledger) -> None:
    ignoring(ledger, lambda: ledger.posts > 15)
    plan = desk.approved("allocations-create", [RECEIPT] * 40)
    assert {"APPROVED": 10, "MISMATCH": 15, "VERIFIED": 15} == desk.apply(plan).counts


def test_one_that_took_effect_lets_the_run_go_on(desk: Desk, ledger: Ledger) -> None:
    ignoring(ledger, lambda: ledger.posts % 15 > 0)
    plan = desk.approved("allocations-create", [RECEIPT] * 31)
    outcome = desk.apply(plan)
    assert ({"MISMATCH": 29, "VERIFIED": 2}, None) == (outcome.counts, outcome.cause)


def unheard(hotel: Desk, patch: pytest.MonkeyPatch) -> list[Any]:
    """Answer the writes of the hotel without acting; return the list of their bodies."""
    sent: list[Any] = []
    patch.setattr(hotel.client, "write", lambda *_, body=None: sent.append(body))
    return sent


def test_payments_that_no_sum_shows_stop_the_run(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    found = [row["id"] for row in bookings(hotel)[:20]]
    for number in found:
        draft(hotel, bookingId=number)
    rows = [{"bookingId": number, "amount": "1.00", "date": "2026-11-01"} for number in found]
    plan = hotel.approved("booking-payments", rows)
    sent = unheard(hotel, monkeypatch)
    outcome = hotel.apply(plan)
    assert ({"APPROVED": 5, "MISMATCH": 15}, 15) == (outcome.counts, len(sent))
    assert "shows none of them as sent. Row 15: not as expected: payments is" in str(outcome.cause)


def test_changes_that_no_record_shows_stop_the_run(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    found = [row["id"] for row in rows_of(hotel, "contacts.list")[30:50]]
    plan = hotel.approved("contact-details", [{"contactId": number, "lastName": "Idle"} for number in found])
    sent = unheard(hotel, monkeypatch)
    assert ({"APPROVED": 5, "MISMATCH": 15}, 15) == (hotel.apply(plan).counts, len(sent))


def test_a_field_that_the_service_also_changes_stops_nothing(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    found = [row["id"] for row in rows_of(hotel, "contacts.list")[50:67]]
    plan = hotel.approved("contact-details", [{"contactId": number, "lastName": "Beside"} for number in found])
    real = hotel.client.write
    monkeypatch.setattr(hotel.client, "write", lambda *given, body: real(*given, body=body | {"source": "WEB-9"}))
    assert {"MISMATCH": 17} == hotel.apply(plan).counts


def test_a_refusal_that_has_a_status_is_quoted(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """It passed for the record, because that has a status, too."""
    refusal = SalesInvoice.model_validate({"error": "locked", "status": "FAILED"})
    plan = hotel.approved("invoices-post-drafts", [{"invoiceId": draft(hotel)}])
    monkeypatch.setattr(hotel.client, "write", lambda *_, **__: refusal)
    hotel.apply(plan)
    why = 'not as expected: status is "DRAFT", not "POSTED"; the service answered {"error":"locked","status":"FAILED"}'
    assert why == hotel.rows(plan)[0].why
