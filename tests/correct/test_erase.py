"""A forgotten person's texts are erased from the journal; the data that prevents writing twice stays."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from correct.desk import RECEIPT, Desk, invoices, is_open, payable, payment, rows_of
from correct.made_plan import made_plan
from nightaudit.correct.fates.audit import audit_journal, audit_tokens
from nightaudit.correct.jobs import job_named
from nightaudit.correct.journal.erase import Traces, erase, require_settled
from nightaudit.correct.journal.journal import Journal
from nightaudit.correct.plans.approval import cancel
from nightaudit.correct.plans.show import details
from nightaudit.correct.plans.undo import plan_undo
from nightaudit.correct.values import at, dump
from nightaudit.errors import UsageError


def test_a_contact_is_erased(hotel: Desk) -> None:
    contact = rows_of(hotel, "contacts.list")[20]["id"]
    row = {"contactId": contact, "lastName": "Zyxname", "emailAddress": "zyx@example.invalid", "status": "ACTIVE"}
    done = hotel.approved("contact-details", [row])
    hotel.apply(done)
    other = hotel.approved("contact-details", [row | {"contactId": contact + 1, "lastName": "Otherone"}])
    hotel.client.contacts.update(contact + 1, body={"id": contact + 1, "lastName": "Zyxname"})  # an event tells of it
    hotel.apply(other)
    traces = Traces(contact, frozenset({f"contacts/{contact}"}), frozenset({"zyx@example.invalid"}), lambda _: False)
    overtaken = hotel.approved("contact-details", [{"contactId": contact, "lastName": "Zyxwanted"}])
    hotel.client.contacts.update(contact, body={"id": contact, "lastName": "Zyxfound"})  # an event quotes both
    assert {"CONFLICT": 1} == hotel.apply(overtaken).counts
    numbers = ("447700900123", "0049-30-12345678")
    for cells in (
        *({"lastName": "AGAIN", "telephoneNumber": number} for number in numbers),
        {"contactId": contact + 2, "emailAddress": "ZYX@Example.invalid"},
    ):
        waiting = hotel.plan("contact-details", [row | cells])
        with pytest.raises(UsageError, match="and its state is still PLANNED"):
            require_settled(hotel.journal, traces)
        cancel(hotel.journal, waiting)
    hotel.plan("contact-details", [{"contactId": contact + 3, "lastName": "Otherone"}])  # which may wait
    require_settled(hotel.journal, traces)
    hotel.journal.sql.execute("update plan set source = 'zyx@example.invalid.csv' where plan_id = ?", (done.plan_id,))
    assert 6 == erase(hotel.journal, traces)  # two other contacts had the same address asked for
    assert 0 == erase(hotel.journal, traces)
    assert [] == audit_journal(hotel.journal)
    kept = hotel.rows(done)[0]
    assert (kept.state, kept.target, kept.input["contactId"]) == ("VERIFIED", f"contacts/{contact}", contact)
    assert "ACTIVE" == kept.input["status"]
    assert any("INTENT > APPLIED" in event["what"] for event in hotel.journal.events(done.plan_id))
    assert contact == details(hotel.journal, done)["attempts"][0]["answer"]["id"]
    assert any("changed since the plan" in event["what"] for event in hotel.journal.events(other.plan_id)), (
        "theirs stay"
    )
    with sqlite3.connect(hotel.journal.path) as database:
        text = "\n".join(database.iterdump())
    assert not [told for told in ("zyx@example.invalid", "zyxwanted", "zyxfound") if told in text.casefold()]
    assert "AGAIN" not in text, "not a state, although in capitals"
    assert not [number for number in numbers if number in text], "neither a state nor a date"
    assert "Otherone" in text
    for file in hotel.journal.path.parent.glob("corrections.sqlite*"):
        assert b"zyx@example" not in file.read_bytes(), file
    erase(hotel.journal, Traces(contact + 1, frozenset({f"contacts/{contact + 1}"}), frozenset(), lambda _: False))
    assert [] == audit_journal(hotel.journal), "a row that was erased before keeps its seal"
    with pytest.raises(UsageError, match="can be undone"):
        plan_undo(hotel.journal, hotel.client, job_named("contact-details"), hotel.journal.plan(done.plan_id))


def test_of_what_was_written_to_their_booking_the_texts_of_notes_are_erased(hotel: Desk) -> None:
    booking, invoice = payable(hotel, 21), invoices(hotel, "POSTED", is_open)[0]
    receipt = RECEIPT | {"targetInvoiceId": invoice["id"], "amount": "1.00"}
    written = [
        hotel.approved(job, [row])
        for job, row in (
            ("notes-add", {"bookingId": booking, "content": "Rang at noon"}),
            ("booking-payments", payment(booking)),
            ("allocations-create", receipt),
        )
    ]
    for plan in written:
        assert {"VERIFIED": 1} == hotel.apply(plan).counts
    before = [hotel.rows(plan)[0] for plan in written]
    traces = Traces(invoice["contactId"], frozenset({f"bookings/{booking}"}), frozenset(), lambda _: False)
    assert 2 == erase(hotel.journal, traces)
    note, paid, received = (hotel.rows(plan)[0] for plan in written)
    assert (paid, note.token) == (before[1], before[0].token)
    assert {"bookingId": booking, "content": "(forgotten)"} == note.input
    theirs = {"financeAccount": invoice["financeAccount"] | {"accountName": None}, "customFields": []}
    assert (before[2].before or {}) | theirs == received.before, "an invoice that names them"
    assert [] == [*audit_journal(hotel.journal), *audit_tokens(hotel.run(written[0]))]


def test_an_invoice_that_names_nobody_loses_its_account_name_as_in_the_raw_records(tmp_path: Path) -> None:
    with Journal(tmp_path / "corrections.sqlite") as journal:
        plan = made_plan(journal, "p", ["salesInvoices/5", "salesInvoices/6"])
        for row, booking in zip(journal.rows("p"), (9, 10), strict=True):
            billed = {"bookingId": booking, "financeAccount": {"id": 7, "accountName": "Mrs J. Doe-Smith"}}
            journal.sql.execute('update "row" set before = ? where row_id = ?', (dump(billed), row.row_id))
        assert 1 == erase(journal, Traces(17, frozenset({"contacts/17", "bookings/9"}), frozenset(), lambda _: False))
        names = [at(row.before or {}, "financeAccount.accountName") for row in journal.rows(plan.plan_id)]
        assert [None, "Mrs J. Doe-Smith"] == names


def test_an_event_is_erased_by_no_other_way(hotel: Desk) -> None:
    contact = rows_of(hotel, "contacts.list")[22]["id"]
    hotel.approved("contact-details", [{"contactId": contact, "lastName": "Zyxname"}])
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        hotel.journal.sql.execute("update event set what = 'something else'")
    hotel.journal.sql.execute("update event set what = '(forgotten)', salt = '' where event_id = 1")
    assert "event 1 does not match" in audit_journal(hotel.journal)[0]  # no event says that it was erased
