"""A forgotten person's texts are erased from the journal; the data that prevents writing twice stays."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

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
from nightaudit.correct.reader import Reader
from nightaudit.correct.values import at, dump, load
from nightaudit.errors import UsageError
from nightaudit.forget import forget
from nightaudit.privacy.forgotten import Forgotten, Person


def test_a_contact_is_erased(hotel: Desk) -> None:
    contact = rows_of(hotel, "contacts.list")[20]["id"]
    former = hotel.client.contacts.get(contact).last_name
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
    hotel.client.contacts.update(contact, body={"id": contact, "lastName": former})
    quoting = hotel.plan("contact-details", [{"contactId": contact, "firstName": "Zyxagain"}])
    assert f'conflict: lastName is "{former}", as before' in hotel.rows(quoting)[0].outlook
    cancel(hotel.journal, quoting)
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
    assert 7 == erase(hotel.journal, traces)  # two other contacts had the same address asked for
    assert 0 == erase(hotel.journal, traces)
    assert [] == audit_journal(hotel.journal)
    assert "conflict: lastName is (forgotten)" == hotel.rows(quoting)[0].outlook
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
    hotel.client.sales_invoices.set_custom_fields(invoice["id"], body=[{"templateName": "a", "value": "Zyxbefore"}])
    receipt = RECEIPT | {"targetInvoiceId": invoice["id"], "amount": "1.00"}
    written = [
        hotel.approved(job, [row])
        for job, row in (
            ("notes-add", {"bookingId": booking, "content": "Rang at noon"}),
            ("booking-payments", payment(booking)),
            ("allocations-create", receipt),
            ("invoice-custom-fields", {"invoiceId": invoice["id"], "templateName": "a", "value": "Zyxvalue"}),
        )
    ]
    for plan in written:
        assert {"VERIFIED": 1} == hotel.apply(plan).counts
    before = [hotel.rows(plan)[0] for plan in written]
    targets = frozenset({f"bookings/{booking}", f"salesInvoices/{invoice['id']}"})
    traces = Traces(invoice["contactId"], targets, frozenset(), lambda _: False)
    assert 3 == erase(hotel.journal, traces)
    note, paid, received, custom = (hotel.rows(plan)[0] for plan in written)
    assert (paid, note.token) == (before[1], before[0].token)
    assert {"bookingId": booking, "content": "(forgotten)"} == note.input
    assert ("(forgotten)", "(forgotten)") == (custom.input["value"], load(custom.body)[0]["value"])
    theirs = {"financeAccount": invoice["financeAccount"] | {"accountName": None}, "customFields": []}
    assert (before[2].before or {}) | theirs == received.before, "an invoice that names them"
    assert [] == [*audit_journal(hotel.journal), *audit_tokens(hotel.run(written[0]))]


def test_an_invoice_that_names_nobody_loses_its_account_name_as_in_the_raw_records(tmp_path: Path) -> None:
    traces = Traces(17, frozenset({"contacts/17", "bookings/9"}), frozenset(), lambda _: False)
    with Journal(tmp_path / "corrections.sqlite") as journal:
        plan = made_plan(journal, "p", ["salesInvoices/5", "salesInvoices/6"])
        for row, booking in zip(journal.rows("p"), (9, 10), strict=True):
            billed = {"bookingId": booking, "financeAccount": {"id": 7, "accountName": "Mrs J. Doe-Smith"}}
            journal.sql.execute('update "row" set before = ? where row_id = ?', (dump(billed), row.row_id))
        with pytest.raises(UsageError, match="Row 1 of plan p is about contact 17"):
            erase(journal, traces)
        cancel(journal, plan)
        assert 1 == erase(journal, traces)
        names = [at(row.before or {}, "financeAccount.accountName") for row in journal.rows(plan.plan_id)]
        assert [None, "Mrs J. Doe-Smith"] == names


def test_who_was_forgotten_comes_into_no_later_plan(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    invoice = invoices(hotel, "POSTED", lambda row: bool(is_open(row) and row["contactId"]))[0]
    contact, booking = invoice["contactId"], invoice["bookingId"]
    stay = next(row["id"] for row in rows_of(hotel, "guest_stays.list") if row["contactId"] == contact)
    names = hotel.client.contacts.get(contact).model_dump(by_alias=True)
    full = f"{names['firstName']} {names['lastName']}"
    rows: list[tuple[str, dict[str, Any]]] = [
        ("contact-details", {"contactId": contact, "source": "PHONE"}),
        ("guest-stay-details", {"guestStayId": stay, "firstName": "Zyxname"}),
        ("notes-add", {"bookingId": booking, "content": "Zyxname rang"}),
    ]
    people = Forgotten.read(hotel.settings)
    exported = {"invoiceId": invoice["id"], "externalId": "X1", "exportedDate": "2026-10-31"}
    open_plan = hotel.plan("invoices-mark-exported", [exported])
    people.add(Person(999_998, "2026-11-01"))
    people.add(Person(contact, "2026-11-01", (str(booking),), (*people.digests([full]),)))
    with pytest.raises(UsageError, match=f"Row 1 of plan {open_plan.plan_id} is about contact {contact}"):
        forget(hotel.settings, contact)
    cancel(hotel.journal, open_plan)
    forget(hotel.settings, contact)
    read = Reader.record

    def while_another_is_forgotten(*asked: Any) -> Any:
        Forgotten.read(hotel.settings).add(Person(999_999, "2026-11-01"))
        return read(*asked)

    with monkeypatch.context() as patch:
        patch.setattr(Reader, "record", while_another_is_forgotten)
        with pytest.raises(UsageError, match="has changed while the records were read"):
            hotel.plan("notes-add", [{"bookingId": booking + 1, "content": "Rang"}])
    for job, row in rows:
        plan = hotel.approved(job, [row])
        assert f"is about contact {contact}, who was forgotten here" in hotel.rows(plan)[0].outlook
        assert {"CONFLICT": 1} == hotel.apply(plan).counts, job
    assert {"VERIFIED": 1} == hotel.apply(hotel.approved("booking-payments", [payment(booking, "1.00")])).counts
    with sqlite3.connect(hotel.journal.path) as database:
        text = "\n".join(database.iterdump())
    assert [] == [name for name in ("Zyxname", names["lastName"]) if name in text]
    note = {"bookingId": booking + 1, "content": f"for another {full}"}
    assert {"VERIFIED": 1} == hotel.apply(hotel.approved("notes-add", [note])).counts


def test_an_event_is_erased_by_no_other_way(hotel: Desk) -> None:
    contact = rows_of(hotel, "contacts.list")[22]["id"]
    hotel.approved("contact-details", [{"contactId": contact, "lastName": "Zyxname"}])
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        hotel.journal.sql.execute("update event set what = 'something else'")
    hotel.journal.sql.execute("update event set what = '(forgotten)', salt = '' where event_id = 1")
    assert "event 1 does not match" in audit_journal(hotel.journal)[0]  # no event says that it was erased
