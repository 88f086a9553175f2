"""A damaged journal, a service that fails every request, parents that are gone, and machines whose users have no name."""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from correct.desk import RECEIPT, Desk, bookings, rows_of
from correct.ledger_server import Ledger
from correct.line import Line, planned
from nightaudit.correct.fates.audit import audit_tokens
from nightaudit.correct.jobs.notes_add import NotesAdd
from nightaudit.correct.plans import approval
from nightaudit.correct.sending.dry import rehearse
from nightaudit.errors import NotFound

PAGE = 4096


def test_a_damaged_journal_is_reported(line: Line, ledger: Ledger) -> None:
    plan = planned(line, [RECEIPT] * 100)
    path = line.settings.data_dir / "private" / "corrections.sqlite"
    with sqlite3.connect(path) as whole:
        whole.execute("pragma wal_checkpoint(truncate)")
    whole.close()
    text = bytearray(path.read_bytes())
    for start in range(PAGE * 15, len(text), PAGE):
        text[start : start + 200] = b"\xff" * 200
    path.write_bytes(text)
    for words in (("status",), ("show", plan), ("apply", plan, "--live")):
        assert "cannot be used: database disk image is malformed" in line(*words, code=3)
    assert 0 == ledger.posts


def test_a_service_that_fails_at_everything_is_not_worn_out(desk: Desk, ledger: Ledger) -> None:
    ledger.share, ledger.faults = 1.0, ("500 before",)
    outcome = desk.apply(desk.approved("allocations-create", [RECEIPT] * 10))
    assert ({"APPROVED": 10}, 4) == (outcome.counts, outcome.exit_code)
    assert "20 writes in a row had no effect: its token is not in the list" in str(outcome.cause)
    assert "answered 500" in str(outcome.cause).partition(" The last of them: POST ")[2]
    assert 20 == ledger.posts


def test_a_row_that_cannot_be_sent_holds_up_no_other(hotel: Desk) -> None:
    invoice = rows_of(hotel, "sales_invoices.list")[0]["id"]
    rows = [{"invoiceId": invoice, "systemName": name, "externalId": "E"} for name in ("..", "Ledger")]
    plan = hotel.approved("integration-identifiers", rows)
    assert {"REJECTED": 1, "VERIFIED": 1} == hotel.apply(plan).counts
    assert hotel.rows(plan)[0].why.endswith("'..' is not an id.")


def test_notes_of_a_booking_that_is_gone(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, gone = (booking["id"] for booking in bookings(hotel)[10:12])
    plan = hotel.approved("notes-add", [{"bookingId": number, "content": "Look"} for number in (kept, gone)])
    assert 0 == hotel.apply(plan).exit_code
    real = hotel.client.page

    def without(operation: Any, *ids: Any, **filters: Any) -> Any:
        if operation.name == "bookings.notes" and ids == (gone,):
            raise NotFound("unknown", status=404)
        return real(operation, *ids, **filters)

    monkeypatch.setattr(hotel.client, "page", without)
    with pytest.raises(NotFound):  # a list that is not there beside a booking that is says nothing
        audit_tokens(hotel.run(plan))
    read = NotesAdd.read

    def unknown(job: NotesAdd, row: Any, reader: Any) -> Any:
        if row["bookingId"] == gone:
            raise NotFound("unknown", status=404)
        return read(job, row, reader)

    monkeypatch.setattr(NotesAdd, "read", unknown)
    lost = (
        "was written, but its token is not found: look for the record in the PMS. If it is missing, plan the row again, alone"
        " and with --again; if the PMS is right as it is, run"
        f" `nightaudit correct reconcile {plan.plan_id} --row 2 --found accepted`"
    )
    assert audit_tokens(hotel.run(plan)) == [f"row 2 (bookings/{gone}): {lost}"]


def test_a_journal_of_another_user_is_named(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = planned(line)

    def not_ours(path: Path, **_: Any) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(Path, "touch", not_ours)
    assert "corrections.sqlite: Permission denied" in line("show", plan, code=1)


def test_a_user_without_a_name_approves_by_number(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os, "getuid", lambda: 54_321)
    plan = approval.approve(desk.journal, desk.plan("allocations-create", [RECEIPT]))
    assert "user 54321" == plan.approved_by


def test_a_dry_run_says_what_another_plan_wrote_meanwhile(desk: Desk) -> None:
    plan, other = (desk.approved("allocations-create", [RECEIPT]) for _ in range(2))
    desk.apply(other)
    assert [line["outlook"] for line in rehearse(desk.run(plan))] == [
        f"skip: the same row was written by plan {other.plan_id} (VERIFIED)"
    ]


def test_no_list_is_read_for_a_plan_that_sends_nothing(desk: Desk, ledger: Ledger) -> None:
    plan = desk.approved("allocations-create", [RECEIPT | {"targetInvoiceId": "999"}])
    audit_tokens(desk.run(plan))
    assert ({"CONFLICT": 1}, 0) == (desk.apply(plan).counts, ledger.pages)


def test_an_audit_of_many_plans_reads_their_list_once(line: Line, ledger: Ledger) -> None:
    for amount in ("1.00", "2.00", "3.00"):
        line("apply", planned(line, [RECEIPT | {"amount": amount}]), "--live")
    ledger.allocations.append(ledger.allocations[1] | {"id": 99})
    before = ledger.pages
    said = line("audit", "--json", code=5)
    assert 2 == ledger.pages - before  # both lists of allocations, one page of each
    assert ["row 1 (salesInvoices/7): written 2 times: 2, 99; remove all but one in the PMS"] == said["findings"]
    assert [{"VERIFIED": 1}, {"DUPLICATE": 1}, {"VERIFIED": 1}] == [plan["states"] for plan in said["plans"]]
