"""Invoices voided as duplicates: of two that duplicate each other one is kept, and a paid one is never voided."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from correct.desk import Desk, draft, void
from correct.ledger_server import Ledger
from nightaudit.correct.correction import Context
from nightaudit.correct.intent import Limits, MustWait
from nightaudit.correct.jobs.invoices_void_duplicates import InvoicesVoidDuplicates
from nightaudit.correct.journal import states
from nightaudit.correct.journal.attempts import conclude
from nightaudit.correct.reader import Reader
from nightaudit.correct.sending.reconcile import decide, reconcile
from nightaudit.correct.sending.send import check, send
from nightaudit.errors import AmbiguousWrite, Forbidden, Refused, UsageError

JOB = "invoices-void-duplicates"


def test_an_invoice_that_is_kept_for_another_is_not_voided_by_the_same_plan(hotel: Desk) -> None:
    one, other, third = (draft(hotel) for _ in range(3))
    with pytest.raises(UsageError, match=r"2 error\(s\)") as error:
        hotel.plan(JOB, [void(one, other), void(other, one)])
    for line, kept, by in ((2, other, 3), (3, one, 2)):
        told = (
            f"line {line}, column duplicateOfInvoiceId: salesInvoices/{kept} is changed by line {by} of the same plan"
        )
        assert told in str(error.value)
    assert [] == hotel.journal.plans()
    plan = hotel.plan(JOB, [void(one, third), void(other, third)])
    assert ["send", "send"] == [row.outlook for row in hotel.rows(plan)]


@pytest.mark.sampled
@pytest.mark.parametrize("left", ["AMBIGUOUS", "QUARANTINED", "REJECTED", "APPLIED"])
def test_no_invoice_is_voided_while_the_one_that_is_kept_may_be(
    hotel: Desk, left: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = draft(hotel), draft(hotel)
    first, second = hotel.approved(JOB, [void(one, other)]), hotel.approved(JOB, [void(other, one)])

    def lose(operation: Any, *_: Any, **__: Any) -> Any:
        if left == "APPLIED":
            return None  # answered, and not shown yet
        lost = Refused if left == "REJECTED" else AmbiguousWrite
        raise lost("No answer.", method=operation.method, path=operation.path)

    run, [row] = hotel.run(first), hotel.rows(first)
    with monkeypatch.context() as patch:
        patch.setattr(hotel.client, "write", lose)
        check(run, row)
        send(run, row, Limits())
    if left == "QUARANTINED":
        conclude(hotel.journal, row, "unknown", states.QUARANTINED)
    outcome = hotel.apply(second)
    assert (outcome.counts, outcome.sent, type(outcome.cause)) == ({"APPROVED": 1}, 0, MustWait)
    told = f"salesInvoices/{one}, which must not change, has a write that is {left} in plan {first.plan_id}"
    assert hotel.rows(second)[0].why == told

    hotel.client.sales_invoices.void(one)  # the service acts at last
    if left == "QUARANTINED":
        decide(run, 1, "applied", "finance")
    assert {"VERIFIED": 1} == reconcile(hotel.run(first)).counts
    assert {"CONFLICT": 1} == hotel.apply(second).counts
    assert ["VOID", "DRAFT"] == [hotel.client.sales_invoices.get(number).status for number in (one, other)]


@pytest.mark.parametrize(
    ("status", "left", "outlook"), [("POSTED", 0, "conflict"), ("POSTED", 90, "conflict"), ("DRAFT", 0, "send")]
)
def test_no_invoice_is_voided_that_has_less_open_than_its_amount(
    desk: Desk, ledger: Ledger, status: str, left: int, outlook: str
) -> None:
    """It was paid, and no list of allocations says so: a payment of its booking, or a receipt that is listed later."""
    alike = ledger.invoices[7] | {"totalGross": 100}
    ledger.invoices |= {7: alike, 8: alike | {"id": 8, "status": status, "outstandingAmount": left}}
    row = void(8, 7)
    assert outlook == desk.rows(desk.plan("invoices-void-duplicates", [row]))[0].outlook.partition(":")[0]


@pytest.mark.parametrize(("left", "readings"), [(100, 1), (None, 4)])
def test_all_allocations_are_read_once_and_new_ones_before_each_row(
    desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch, left: int | None, readings: int
) -> None:
    """The check of each row read the complete ledger. An invoice that does not show its open amount still needs it."""
    alike = ledger.invoices[7] | {"totalGross": 100, "outstandingAmount": left}
    ledger.invoices = {number: alike | {"id": number} for number in range(7, 11)}
    job, reader, complete, real = InvoicesVoidDuplicates(), Reader(desk.client), [], desk.client.page

    def page(*ids: Any, **query: Any) -> Any:
        complete.extend([ids] if query.get("dateFrom") is None else [])
        return real(*ids, **query)

    def verdict(invoice: int) -> str:
        reader.forget()
        return job.rule(void(invoice, 7), job.read(void(invoice, 7), reader), Context(reader))

    monkeypatch.setattr(desk.client, "page", page)
    assert ["", ""] == [verdict(8), verdict(9)]
    ledger.allocations.append({"id": 1, "amount": 100, "targetInvoiceId": 10, "createdDate": "2026-11-01T09:00:00Z"})
    assert ["it has allocations: 1", ""] == [verdict(10), verdict(9)]
    assert readings * 2 == len(complete)  # two lists


def test_lists_that_were_barred_for_one_row_are_read_for_the_next(
    desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From then on only what was created since was asked for, so older allocations were overlooked."""
    alike = ledger.invoices[7] | {"totalGross": 100, "outstandingAmount": 100}
    ledger.invoices = {number: alike | {"id": number} for number in (7, 8, 9)}
    ledger.allocations.append({"id": 1, "amount": 100, "targetInvoiceId": 9, "createdDate": "2026-01-01T09:00:00Z"})
    real, asked = desk.client.page, []

    def page(*ids: Any, **query: Any) -> Any:
        asked.append(ids)
        if len(asked) == 1:
            raise Forbidden("not now", status=403)
        found = real(*ids, **query)
        return replace(found, rows=(), total_elements=0) if query.get("dateFrom") else found

    monkeypatch.setattr(desk.client, "page", page)
    rows = desk.rows(desk.plan(JOB, [void(8, 7), void(9, 7)]))
    assert ["conflict: not now", "conflict: it has allocations: 1"] == [row.outlook for row in rows]
