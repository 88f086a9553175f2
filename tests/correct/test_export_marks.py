"""Invoices with finance's id and date that are not EXPORTED yet, as the job's model returns them."""

from __future__ import annotations

from typing import Any

import pytest

from correct.desk import Desk, invoices
from correct.lagging import lose
from correct.round_trip import NOW, do
from nightaudit.correct.jobs import job_named
from nightaudit.errors import Refused

JOB = "invoices-mark-exported"
Row = dict[str, Any]


def waiting(hotel: Desk, *statuses: str) -> list[Row]:
    """One row for an invoice of each export status, as the model gives it: with the id and the date that stand there."""
    rows = []
    for invoice, status in zip(invoices(hotel, "POSTED")[-len(statuses) :], statuses, strict=True):
        mark = {"externalId": f"F-{invoice['id']}", "exportedDate": NOW}
        body = mark | {"exportStatus": status, "organisationSettingsId": 1}
        hotel.client.sales_invoices.set_export_status(invoice["id"], body=body)
        rows.append({"invoiceId": invoice["id"]} | mark)
    return rows


def statuses_of(hotel: Desk, rows: list[Row]) -> list[str | None]:
    return [hotel.client.sales_invoices.get(row["invoiceId"]).export_status for row in rows]


def test_an_invoice_with_the_id_and_date_of_its_export_becomes_exported(hotel: Desk) -> None:
    rows = waiting(hotel, "CREATED", "PENDING", "SENT", "IMPORTED", "FAILED")
    do(hotel, JOB, rows)
    assert ["EXPORTED"] * 5 == statuses_of(hotel, rows)


@pytest.mark.parametrize("status", ["EXPORTED", "IMPORTED", "FAILED"])
def test_an_invoice_that_accounting_has_under_another_id_is_a_conflict(hotel: Desk, status: str) -> None:
    [row] = waiting(hotel, status)
    plan = hotel.plan(JOB, [row | {"externalId": "OTHER"}])
    conflict = f"conflict: it is already {status.lower()} as {row['externalId']}"
    assert hotel.rows(plan)[0].outlook == ("send" if status == "FAILED" else conflict)


@pytest.mark.parametrize("acted", [True, False])
def test_a_lost_mark_is_told_by_the_status(hotel: Desk, monkeypatch: pytest.MonkeyPatch, *, acted: bool) -> None:
    rows = waiting(hotel, "PENDING")
    plan = hotel.approved(JOB, rows)
    lose(hotel, monkeypatch, [acted])
    assert {"VERIFIED": 1} == hotel.apply(plan).counts
    outcomes = [attempt.outcome for attempt in hotel.journal.attempts(plan.plan_id)]
    assert outcomes == (["applied"] if acted else ["proven absent", "applied"])
    assert ["EXPORTED"] == statuses_of(hotel, rows)


def test_a_mark_that_was_turned_down_is_not_taken_for_carried_out(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def turned_down(*_: Any, **__: Any) -> Any:
        raise Refused("finance is closing the month", status=400)

    rows = waiting(hotel, "SENT")
    plan = hotel.approved(JOB, rows)
    monkeypatch.setattr(hotel.client, "write", turned_down)
    assert {"REJECTED": 1} == hotel.apply(plan).counts
    assert ["SENT"] == statuses_of(hotel, rows)


def test_a_service_that_takes_the_mark_and_leaves_the_status_is_a_mismatch(
    hotel: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = hotel.approved(JOB, waiting(hotel, "PENDING"))
    monkeypatch.setattr(hotel.client, "write", lambda *_, **__: None)
    assert {"MISMATCH": 1} == hotel.apply(plan).counts
    assert 'not as expected: exportStatus is "PENDING", not "EXPORTED"' == hotel.rows(plan)[0].why


@pytest.mark.parametrize("shown", [{}, {"exportStatus": None}])
def test_where_no_status_is_shown_id_and_date_are_the_mark(shown: Row) -> None:
    mark = {"externalId": "F-1", "exportedDate": NOW}
    assert job_named(JOB).is_done({"invoiceId": 1} | mark, mark | shown)
    assert not job_named(JOB).is_done({"invoiceId": 1} | mark, mark | {"externalId": "F-2"})
