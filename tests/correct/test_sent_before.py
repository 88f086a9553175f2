"""Rows that are unsent according to the journal but carried out by the service: a run counts them before it sends anything."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from correct.desk import RECEIPT, Desk, paid, payable, payment, rows_of
from correct.ledger_server import Handler, Ledger
from nightaudit.correct.fates.audit import audit_tokens
from nightaudit.correct.fates.settle import settle
from nightaudit.correct.intent import Limits, intend
from nightaudit.correct.journal.attempts import conclude
from nightaudit.correct.journal.entries import Plan
from nightaudit.correct.journal.journal import Journal
from nightaudit.correct.journal.schema import MOVE_ROWS
from nightaudit.correct.plans import approval
from nightaudit.correct.sending.reconcile import decide
from nightaudit.correct.sending.send import check, send
from nightaudit.errors import NotFound, NotSent, Refused


def lost_and_late(desk: Desk, ledger: Ledger) -> Plan:
    """A plan of one receipt whose run was killed once the write was proven absent; then the service carries it out."""
    ledger.share, ledger.faults = 1.0, ("late",)
    plan = desk.approved("allocations-create", [RECEIPT])
    run, row = desk.run(plan), desk.rows(plan)[0]
    check(run, row)
    send(run, row, Limits())
    settle(run)
    assert {"APPROVED": 1} == desk.states(plan)
    ledger.commit(ledger.late.pop())
    ledger.share = 0.0
    return plan


def test_a_write_that_came_between_two_runs_is_not_sent_again(desk: Desk, ledger: Ledger) -> None:
    plan = lost_and_late(desk, ledger)
    outcome = desk.apply(plan)
    assert ({"VERIFIED": 1}, 0, 0) == (outcome.counts, outcome.sent, outcome.exit_code)
    assert 1 == len(ledger.allocations)
    assert "sales_invoices" in outcome.streams


@pytest.mark.parametrize("audited", [True, False])
def test_a_write_that_came_between_two_runs_is_not_sent_by_another_plan(
    desk: Desk, ledger: Ledger, *, audited: bool
) -> None:
    given_up = lost_and_late(desk, ledger)
    approval.cancel(desk.journal, desk.journal.plan(given_up.plan_id))
    if audited:
        assert ["row 1 (salesInvoices/7): was written although its state was CANCELLED"] == audit_tokens(
            desk.run(given_up)
        )
        assert [] == audit_tokens(desk.run(given_up))
    plan = desk.approved("allocations-create", [RECEIPT])
    assert 0 == desk.apply(plan).sent
    assert desk.rows(plan)[0].why == f"the same row was written by plan {given_up.plan_id} (APPLIED)"
    assert 1 == len(ledger.allocations)


def test_an_older_copy_of_the_journal_writes_nothing_again(desk: Desk, ledger: Ledger) -> None:
    plan = desk.approved("allocations-create", [RECEIPT] * 3)
    copy = sqlite3.connect(":memory:")
    desk.journal.sql.backup(copy)
    desk.apply(plan)
    copy.backup(desk.journal.sql)
    assert {"APPROVED": 3} == desk.states(plan)
    outcome = desk.apply(plan)
    assert ({"VERIFIED": 3}, 0, []) == (outcome.counts, outcome.sent, outcome.findings)
    assert 3 == len(ledger.allocations)
    assert ["applied"] * 3 == [attempt.outcome for attempt in desk.journal.attempts(plan.plan_id)]


def test_a_write_that_was_turned_down_and_comes_late_is_waited_for_by_another_plan(
    desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.client.settings = desk.client.settings.model_copy(update={"settle_seconds": 1.5})
    killed, plan = (desk.approved("allocations-create", [RECEIPT]) for _ in range(2))

    def later(handler: Any) -> None:
        ledger.late_seconds = 0.4
        ledger.commit_late(handler.body())
        handler.answer(422, {"message": "cannot show what was made"})

    with monkeypatch.context() as patched:
        patched.setattr(Handler, "post", later)
        run, [row] = desk.run(killed), desk.rows(killed)
        assert (True, "REJECTED") == (check(run, row), send(run, row, Limits()))
    assert ({"SKIPPED": 1}, 0, 1) == (desk.apply(plan).counts, ledger.posts, len(ledger.allocations))


@pytest.mark.parametrize("moves", [(), ("EXPIRED",), ("APPROVED", "CHECKING", "SKIPPED")])
def test_what_an_older_copy_of_the_journal_has_as_unsent_is_not_sent_by_another_plan(
    desk: Desk, ledger: Ledger, moves: tuple[str, ...]
) -> None:
    older = desk.plan("allocations-create", [RECEIPT])
    [row] = desk.rows(older)
    for state in moves:
        desk.journal.move(row, state)
    ledger.commit({**row.expected, "accountId": 70, "externalReference": row.token})
    plan = desk.approved("allocations-create", [RECEIPT])
    assert ({"SKIPPED": 1}, 0) == (desk.apply(plan).counts, ledger.posts)
    assert {"APPLIED": 1} == desk.states(older)


def test_a_write_that_was_turned_down_and_carried_out(
    desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    def written_all_the_same(handler: Any) -> None:
        ledger.commit(handler.body())
        handler.answer(422, {"message": "cannot show what was made"})

    with monkeypatch.context() as patched:
        patched.setattr(Handler, "post", written_all_the_same)
        first = desk.apply(desk.approved("allocations-create", [RECEIPT]))
    assert ["row 1 (salesInvoices/7): was written although its state was REJECTED"] == first.findings
    assert ({"VERIFIED": 1}, 5) == (first.counts, first.exit_code)
    again = desk.plan("allocations-create", [RECEIPT])
    assert desk.rows(again)[0].outlook == f"skip: the same row was written by plan {first.plan_id} (VERIFIED)"


def test_a_change_that_was_turned_down_and_carried_out(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    contact, other = (row["id"] for row in rows_of(hotel, "contacts.list")[6:8])
    plan = hotel.approved("contact-details", [{"contactId": n, "lastName": "Turned"} for n in (contact, other)])
    real = hotel.client.write

    def turned_down(operation: Any, *ids: Any, body: Any = None, **filters: Any) -> Any:
        if ids == (contact,):
            real(operation, *ids, body=body, **filters)
        raise Refused("cannot show what was made", status=422)

    monkeypatch.setattr(hotel.client, "write", turned_down)
    assert {"REJECTED": 1, "VERIFIED": 1} == hotel.apply(plan).counts
    assert "Turned" == hotel.client.contacts.get(contact).last_name


def test_a_change_whose_record_is_not_found_for_a_while_is_looked_for_again(
    hotel: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proxy sent it twice, the second one was refused, and the record answered 404: it was taken for not carried out."""
    contact = rows_of(hotel, "contacts.list")[8]["id"]
    plan = hotel.approved("contact-details", [{"contactId": contact, "lastName": "Twice"}])
    real, read = hotel.client.write, hotel.client.raw

    def twice(operation: Any, *ids: Any, body: Any = None, **filters: Any) -> Any:
        real(operation, *ids, body=body, **filters)
        monkeypatch.setattr(hotel.client, "raw", lost)
        return real(operation, *ids, body=body, **filters)

    def lost(*_: Any, **__: Any) -> Any:
        raise NotFound("The gateway does not know where that is.", status=404)

    monkeypatch.setattr(hotel.client, "write", twice)
    assert {"CONFLICT": 1} == hotel.apply(plan).counts
    monkeypatch.setattr(hotel.client, "raw", read)
    outcome = hotel.apply(plan)
    assert ({"VERIFIED": 1}, 0, 0) == (outcome.counts, outcome.exit_code, outcome.sent)


def test_a_payment_that_was_turned_down_and_carried_out_goes_to_a_person(
    hotel: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    booking = payable(hotel, 13)
    row = payment(booking)
    plan = hotel.approved("booking-payments", [row, row | {"amount": "5.00"}])
    real = hotel.client.write

    def turned_down(operation: Any, *ids: Any, body: Any = None, **filters: Any) -> Any:
        if body["amount"] == 4:
            real(operation, *ids, body=body, **filters)
        raise Refused("no e-mail could be sent", status=422)

    monkeypatch.setattr(hotel.client, "write", turned_down)
    assert {"APPROVED": 1, "QUARANTINED": 1} == hotel.apply(plan).counts
    decide(hotel.run(plan), 1, "applied", "finance")
    assert {"REJECTED": 1, "VERIFIED": 1} == hotel.apply(plan).counts
    again = hotel.plan("booking-payments", [row])
    assert hotel.rows(again)[0].outlook.startswith("skip: the same row was written")


def test_a_payment_that_somebody_recorded_meanwhile_is_not_made_again(hotel: Desk) -> None:
    booking = payable(hotel, 9)
    row = payment(booking)
    before = paid(hotel, booking)
    plan = hotel.approved("booking-payments", [row, row])
    hotel.client.bookings.pay(booking, body={"amount": 4, "date": "2026-11-01"})
    assert {"CONFLICT": 2} == hotel.apply(plan).counts
    why = f"payments was {before:.2f}, is {before + 4:.2f}"
    assert [True, True] == [row.why.endswith(why) for row in hotel.rows(plan)]
    assert paid(hotel, booking) == before + 4


def test_payments_that_were_held_up_do_not_hold_up_those_behind_them(hotel: Desk) -> None:
    booking = payable(hotel, 11)
    row = payment(booking)
    plan = hotel.approved("booking-payments", [row, row, row])
    real, held = hotel.client.write, [NotSent("429")]

    def busy_at_first(operation: Any, *ids: Any, body: Any = None, **filters: Any) -> Any:
        if held:
            raise held.pop()
        return real(operation, *ids, body=body, **filters)

    hotel.client.write = busy_at_first  # a service that is busy once
    assert {"VERIFIED": 3} == hotel.apply(plan).counts


def test_a_change_that_came_late_is_ours_and_can_be_undone(hotel: Desk) -> None:
    contact = rows_of(hotel, "contacts.list")[4]["id"]
    was = hotel.client.contacts.get(contact).last_name
    plan = hotel.approved("contact-details", [{"contactId": contact, "lastName": "Late"}])
    run, row = hotel.run(plan), hotel.rows(plan)[0]
    check(run, row)
    body = intend(hotel.journal, row, run.job.body(row.input, row.before, row.token), Limits(), [])
    conclude(hotel.journal, row, "proven absent", "APPROVED", "read back unchanged")
    hotel.client.contacts.update(contact, body=json.loads(body or ""))
    outcome = hotel.apply(plan)
    assert ({"VERIFIED": 1}, 0, ("contacts",)) == (outcome.counts, outcome.sent, outcome.streams)
    assert (hotel.rows(plan)[0].before or {})["lastName"] == was


def test_a_journal_of_an_older_release_takes_the_new_moves(tmp_path: Path) -> None:
    with Journal(tmp_path / "corrections.sqlite") as journal:
        journal.sql.execute("delete from move where after = 'AMBIGUOUS'")
    with Journal(tmp_path / "corrections.sqlite") as journal:
        found = journal.sql.execute("select before, after from move").fetchall()
    assert sorted(MOVE_ROWS) == sorted(found)
