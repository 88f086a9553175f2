"""Corrections at a service that shows the observed names of some fields, not those of the document."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

import httpx
import pytest

from client.loopback import Asked, Exchange, Loopback
from correct.desk import Desk, create, invoices, is_open
from correct.round_trip import NOW, do, undone
from nightaudit.correct.fates.verify import verify
from nightaudit.correct.journal import states

if TYPE_CHECKING:
    from collections.abc import Iterator

PASSED_ON = {"authorization", "content-type", "x-auth-token"}
OBSERVED = {b'"exportedDate":': b'"exportDate":', b'"invoiceType":': b'"type":'}


@pytest.fixture
def observed(hotel: Desk) -> Iterator[Desk]:
    """A desk at a gate before the sandbox, which takes the documented names and shows the observed ones."""

    def respond(asked: Asked, exchange: Exchange) -> None:
        headers = {name: text for name, text in asked.headers.items() if name in PASSED_ON}
        answer = http.request(asked.method, asked.path, params=[*asked.query], headers=headers, content=asked.body)
        shown = answer.content
        for documented, name in OBSERVED.items():
            shown = shown.replace(documented, name)
        exchange.send(answer.status_code, shown)

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


def test_a_credit_note_is_known_under_the_name_that_shows_it(observed: Desk) -> None:
    credit = invoices(observed, "POSTED", lambda row: bool(row["invoiceType"] == "CREDIT_NOTE"))[0]
    row = {
        "accountId": 1,
        "importType": "PAYMENT",
        "date": "2026-10-31",
        "amount": "1",
        "targetInvoiceId": credit["id"],
    }
    [planned] = observed.rows(observed.plan("allocations-create", [row]))
    assert planned.outlook.startswith("conflict: the target is a credit note")
