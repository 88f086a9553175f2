"""A forgotten person's texts are erased from the journal; the data that prevents writing twice stays."""

from __future__ import annotations

import sqlite3

import pytest

from correct.desk import Desk, rows_of
from nightaudit.correct.fates.audit import audit_journal
from nightaudit.correct.jobs import job_named
from nightaudit.correct.journal.erase import Traces, erase, require_settled
from nightaudit.correct.plans.approval import cancel
from nightaudit.correct.plans.undo import plan_undo
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
    numbers = ("447700900123", "0049-30-12345678")
    for number in numbers:
        waiting = hotel.plan("contact-details", [row | {"lastName": "AGAIN", "telephoneNumber": number}])
        with pytest.raises(UsageError, match="and its state is still PLANNED"):
            require_settled(hotel.journal, traces)
        cancel(hotel.journal, waiting)
    require_settled(hotel.journal, traces)
    assert 4 == erase(hotel.journal, traces)  # the other contact had the same address asked for
    assert 0 == erase(hotel.journal, traces)
    assert [] == audit_journal(hotel.journal)
    kept = hotel.rows(done)[0]
    assert (kept.state, kept.target, kept.input["contactId"]) == ("VERIFIED", f"contacts/{contact}", contact)
    assert "ACTIVE" == kept.input["status"]
    with sqlite3.connect(hotel.journal.path) as database:
        text = "\n".join(database.iterdump())
    assert "zyx@example.invalid" not in text
    assert "AGAIN" not in text, "not a state, although in capitals"
    assert not [number for number in numbers if number in text], "neither a state nor a date"
    assert "Otherone" in text
    for file in hotel.journal.path.parent.glob("corrections.sqlite*"):
        assert b"zyx@example" not in file.read_bytes(), file
    with pytest.raises(UsageError, match="can be undone"):
        plan_undo(hotel.journal, hotel.client, job_named("contact-details"), hotel.journal.plan(done.plan_id))


def test_an_event_is_erased_by_no_other_way(hotel: Desk) -> None:
    contact = rows_of(hotel, "contacts.list")[22]["id"]
    hotel.approved("contact-details", [{"contactId": contact, "lastName": "Zyxname"}])
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        hotel.journal.sql.execute("update event set what = 'something else'")
    hotel.journal.sql.execute("update event set what = '(forgotten)', salt = '' where event_id = 1")
    assert "event 1 does not match" in audit_journal(hotel.journal)[0]  # no event says that it was erased
