"""Writes without an answer: the record that is read back decides, and a row that cannot be decided goes to a person."""

from __future__ import annotations

import datetime
import time
from types import SimpleNamespace
from typing import Any, Self

import pytest

from correct.desk import RECEIPT, Desk, booking_ids, draft, paid, payable, payment, rows_of
from correct.lagging import Behind, lose
from correct.ledger_server import Ledger
from correct.round_trip import undone
from nightaudit.client.client import Client
from nightaudit.client.resources import SalesInvoices
from nightaudit.correct.fates.audit import audit_tokens
from nightaudit.correct.intent import Limits, intend
from nightaudit.correct.journal import clock, states
from nightaudit.correct.plans import approval
from nightaudit.correct.sending.reconcile import decide, reconcile
from nightaudit.correct.sending.send import check, send
from nightaudit.correct.session import settle_warning
from nightaudit.errors import Conflict, NotFound, UsageError


def test_a_commit_later_than_the_settle_time_is_found_by_the_audit(desk: Desk, ledger: Ledger) -> None:
    ledger.share, ledger.faults = 1.0, ("late",)
    plan = desk.approved("allocations-create", [RECEIPT])

    def first_only(stage: str) -> None:
        del stage
        ledger.share = 0.0

    ledger.hook = first_only
    outcome = desk.apply(plan)
    assert 0 == outcome.exit_code  # proven absent, sent again: the settle time was too short
    assert {"VERIFIED": 1} == desk.states(plan)
    ledger.commit(ledger.late.pop())
    found = audit_tokens(desk.run(plan))
    assert 1 == len(found)
    assert "written 2 times: 1, 2; remove all but one" in found[0]
    assert {"DUPLICATE": 1} == desk.states(plan)


def test_the_closing_audit_sees_late_commits_of_its_own_run(desk: Desk, ledger: Ledger) -> None:
    ledger.share, ledger.faults = 1.0, ("late",)

    def first_comes_behind_the_second(stage: str) -> None:
        ledger.share = 0.0
        if stage == "after":
            ledger.commit(ledger.late.pop())

    ledger.hook = first_comes_behind_the_second
    outcome = desk.apply(desk.approved("allocations-create", [RECEIPT]))
    assert 5 == outcome.exit_code
    assert "written 2 times" in outcome.findings[0]


def test_a_settle_time_below_twice_the_timeout_is_warned_of(desk: Desk) -> None:
    assert "below 10 (twice the timeout)" in settle_warning(desk.settings)
    assert "" == settle_warning(desk.settings.model_copy(update={"settle_seconds": 10.0}))


def test_a_clock_that_is_set_forward_shortens_no_wait(
    desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    ahead = datetime.timedelta(0)

    class Clock(datetime.datetime):
        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> Self:
            return super().now(tz) + ahead

    monkeypatch.setattr(clock, "datetime", SimpleNamespace(datetime=Clock, UTC=datetime.UTC))
    ledger.share, ledger.faults = 1.0, ("500 after",)
    plan = desk.approved("allocations-create", [RECEIPT])
    run, row = desk.run(plan), desk.rows(plan)[0]
    check(run, row)
    send(run, row, Limits())
    ahead = datetime.timedelta(hours=1)
    assert run.was_early(run.journal.clock.stamp(), [row])
    run.wait_for([row])
    assert not run.was_early(run.journal.clock.stamp(), [row])


@pytest.mark.parametrize("acted", [True, False])
def test_a_lost_change_of_a_record_is_read_back(hotel: Desk, monkeypatch: pytest.MonkeyPatch, *, acted: bool) -> None:
    contact = rows_of(hotel, "contacts.list")[3]["id"]
    plan = hotel.approved("contact-details", [{"contactId": contact, "lastName": f"Lost {acted}"}])
    lose(hotel, monkeypatch, [acted])
    assert 0 == hotel.apply(plan).exit_code
    assert {"VERIFIED": 1} == hotel.states(plan)
    outcomes = [attempt.outcome for attempt in hotel.journal.attempts(plan.plan_id)]
    assert outcomes == (["applied"] if acted else ["proven absent", "applied"])
    assert hotel.client.contacts.get(contact).last_name == f"Lost {acted}"


@pytest.mark.parametrize(
    ("job", "loss", "state", "why"),
    [
        ("contact-details", True, "QUARANTINED", "gone since: {} does not exist. The connection broke"),
        ("contact-details", None, "MISMATCH", "gone since: {} does not exist"),
        ("booking-payments", True, "QUARANTINED", "with it, and is gone. The connection broke"),
    ],
)
def test_a_record_that_is_gone_after_its_write_is_left_to_a_person(
    hotel: Desk, monkeypatch: pytest.MonkeyPatch, *, job: str, loss: bool | None, state: str, why: str
) -> None:
    row = {"contactId": 6, "lastName": f"Gone {loss}"} if job == "contact-details" else payment(payable(hotel, 9))
    plan = hotel.approved(job, [row])
    lose(hotel, monkeypatch, [loss])
    write = hotel.client.write

    def missing(*_: Any) -> bytes:
        raise NotFound("unknown", status=404)

    def removed(*given: Any, **named: Any) -> Any:
        monkeypatch.setattr(hotel.client, "raw", missing)
        return write(*given, **named)

    monkeypatch.setattr(hotel.client, "write", removed)
    assert ({state: 1}, 5) == (hotel.apply(plan).counts, hotel.apply(plan).exit_code)
    [found] = hotel.rows(plan)
    assert found.why.endswith(why.format(found.target))


@pytest.mark.parametrize(("readings", "state"), [(0, "DUPLICATE"), (1000, "QUARANTINED")])
def test_a_lost_write_that_was_carried_out_twice_is_a_duplicate_until_one_is_removed(
    desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch, readings: int, state: str
) -> None:
    behind = Behind(monkeypatch, readings)
    ledger.fail("500 after", 1)

    def twice(stage: str) -> None:
        if stage == "after":
            ledger.commit({name: cell for name, cell in ledger.allocations[0].items() if name != "id"})

    ledger.hook = twice
    plan = desk.approved("allocations-create", [RECEIPT])
    assert ({state: 1}, 1) == (desk.apply(plan).counts, ledger.posts)
    behind.readings = 0
    assert {"DUPLICATE": 1} == reconcile(desk.run(plan)).counts
    assert "its token is in 2 records: 1, 2" == desk.rows(plan)[0].why
    ledger.hidden = {2}  # as removed
    assert ({"VERIFIED": 1}, 0) == (reconcile(desk.run(plan)).counts, desk.apply(plan).exit_code)


def test_a_lost_note_is_counted_by_its_token(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    booking = booking_ids(hotel)[5]
    before = len(list(hotel.client.bookings.notes(booking)))
    plan = hotel.approved("notes-add", [{"bookingId": booking, "content": "Same text"}] * 5)
    lose(hotel, monkeypatch, [True, False, True, False, None, False, None])
    assert 0 == hotel.apply(plan).exit_code
    assert len(list(hotel.client.bookings.notes(booking))) == before + 5


def test_a_lost_payment_goes_to_a_person_with_the_evidence(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    booking = payable(hotel, 7)
    row = payment(booking, "3.00")
    before = paid(hotel, booking)
    plan = hotel.approved("booking-payments", [row, row])
    lose(hotel, monkeypatch, [True])
    outcome = hotel.apply(plan)
    assert 5 == outcome.exit_code
    assert {"APPROVED": 1, "QUARANTINED": 1} == hotel.states(plan)  # the second waits for the first
    why = hotel.rows(plan)[0].why
    sums = f"payments was {before}, would be {before + 3} with it, and is {before + 3}"
    assert why == f"nothing shows whether it was carried out: {sums}. The connection broke"
    run = hotel.run(plan)
    with pytest.raises(UsageError, match="has no row 3; its rows are 1 to 2"):
        decide(run, 3, "applied", "finance")
    with pytest.raises(UsageError, match="is APPROVED, neither QUARANTINED nor MISMATCH"):
        decide(run, 2, "applied", "finance")
    decide(run, 1, "applied", "finance")
    assert {"APPROVED": 1, "VERIFIED": 1} == reconcile(run).counts
    assert 0 == hotel.apply(plan).exit_code
    assert paid(hotel, booking) == before + 6


def test_a_lost_payment_among_many_stops_no_other(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nightaudit.correct.sending.passes.PATIENCE", 3)
    plan = hotel.approved("booking-payments", [payment(payable(hotel, place)) for place in (10, 11, 12)])
    lose(hotel, monkeypatch, [None, True])
    outcome = hotel.apply(plan)
    assert ({"QUARANTINED": 1, "VERIFIED": 2}, None) == (outcome.counts, outcome.cause)


def test_a_payment_found_absent_may_be_sent_again(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    booking = payable(hotel, 8)
    before = paid(hotel, booking)
    row = payment(booking, "3.00")
    plan = hotel.approved("booking-payments", [row])
    lose(hotel, monkeypatch, [False])
    assert 5 == hotel.apply(plan).exit_code
    assert 0 == hotel.apply(plan).sent  # by itself it is never sent again
    decide(hotel.run(plan), 1, "absent", "finance")
    assert 0 == hotel.apply(plan).exit_code
    assert paid(hotel, booking) == before + 3


def test_a_contact_changed_between_read_and_write_is_a_conflict(hotel: Desk) -> None:
    contact = rows_of(hotel, "contacts.list")[9]["id"]
    plan = hotel.approved("contact-details", [{"contactId": contact, "lastName": "Mine"}])
    real = hotel.client.write

    def overtaken(operation: Any, *ids: int | str, body: Any = None, **filters: object) -> Any:
        """Someone else writes between our read and our write."""
        time.sleep(1.1)  # the stamp that guards has whole seconds
        other = hotel.client.contacts.get(contact).model_dump(by_alias=True, mode="json") | {"organisation": "Theirs"}
        real(operation, *ids, body={k: v for k, v in other.items() if k != "lastModifiedDate"})
        return real(operation, *ids, body=body, **filters)

    hotel.client.write = overtaken
    assert 5 == hotel.apply(plan).exit_code
    assert {"CONFLICT": 1} == hotel.states(plan)
    found = hotel.client.contacts.get(contact)
    assert "Theirs" == found.organisation
    assert found.last_name != "Mine"


def test_a_conflict_that_was_carried_out_all_the_same_is_applied(hotel: Desk) -> None:
    def contrary(operation: Any, *ids: int | str, body: Any = None, **filters: object) -> Any:
        Client.write(hotel.client, operation, *ids, body=body, **filters)
        raise Conflict("It answered 409.", status=409)

    hotel.client.write = contrary
    activity = next(row for row in rows_of(hotel, "activities.list") if row["status"] != "CANCELLED")
    contact = rows_of(hotel, "contacts.list")[13]
    done = hotel.approved("activity-status", [{"activityId": activity["id"], "status": "CANCELLED"}])
    named = hotel.approved("contact-details", [{"contactId": contact["id"], "lastName": "Mine"}])
    assert [0, 0] == [hotel.apply(plan).exit_code for plan in (done, named)]
    undone(hotel, named, lambda: hotel.client.contacts.get(contact["id"]).last_name, contact["lastName"])


def test_a_change_that_nobody_asked_for_is_a_mismatch(hotel: Desk) -> None:
    contact = rows_of(hotel, "contacts.list")[11]["id"]
    plan = hotel.approved("contact-details", [{"contactId": contact, "lastName": "Mine"}])
    real = hotel.client.write

    def more(operation: Any, *ids: int | str, body: Any = None, **filters: object) -> Any:
        """A service that does more than it was asked for."""
        return real(operation, *ids, body=body | {"organisation": "Theirs"}, **filters)

    hotel.client.write = more
    assert 5 == hotel.apply(plan).exit_code
    row = hotel.rows(plan)[0]
    assert ("MISMATCH", "something else changed, too: organisation") == (row.state, row.why)


def test_fields_we_do_not_know_survive_a_put(hotel: Desk) -> None:
    unit = rows_of(hotel, "units.list")[2]["id"]
    body = hotel.client.units.get(unit).model_dump(by_alias=True, mode="json") | {"tenantField": {"kept": [1, "two"]}}
    hotel.client.units.update(unit, body=body)
    hotel.apply(hotel.approved("unit-attributes", [{"unitId": unit, "maxOccupancy": 7}]))
    assert 7 == hotel.client.units.get(unit).max_occupancy
    assert {"kept": [1, "two"]} == (hotel.client.units.get(unit).model_extra or {})["tenantField"]


def test_a_canary_that_fails_keeps_the_rest_at_home(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows that ended before they were sent, or in an earlier run, stood for the canary."""
    drafts = [draft(hotel) for _ in range(5)]
    plan = hotel.approved("invoices-post-drafts", [{"invoiceId": number} for number in drafts])
    hotel.client.sales_invoices.void(drafts[0])
    assert {"APPROVED": 3, "CONFLICT": 1, "VERIFIED": 1} == hotel.apply(plan, Limits(rows=1), canary=1).counts
    real = hotel.client.write

    def voided_first(operation: Any, number: int, **given: Any) -> Any:
        real(SalesInvoices.void, number)
        return real(operation, number, **given)

    with monkeypatch.context() as patch:
        patch.setattr(hotel.client, "write", voided_first)
        outcome = hotel.apply(plan, canary=1)
    assert "The canary failed. Row 3 is REJECTED" in str(outcome.cause)
    assert {"APPROVED": 2, "CONFLICT": 1, "REJECTED": 1, "VERIFIED": 1} == outcome.counts
    assert {"CONFLICT": 1, "REJECTED": 1, "VERIFIED": 3} == hotel.apply(plan, canary=1).counts


def test_reconcile_settles_what_a_killed_run_left(desk: Desk, ledger: Ledger) -> None:
    plan = desk.approved("allocations-create", [RECEIPT] * 3)
    sent, unsent, checking = desk.rows(plan)
    for row in (sent, unsent):
        desk.journal.move(row, states.CHECKING)
        intend(desk.journal, row, {"externalReference": row.token}, Limits(), [])
        if row is sent:
            ledger.commit(row.expected | {"externalReference": row.token})
            approval.require_untouched(desk.journal, desk.journal.plan(plan.plan_id))
        # SQLite allows one INTENT per target: the first is recovered before the second is written
        desk.run(plan).recover()
    desk.journal.move(checking, states.CHECKING)
    outcome = reconcile(desk.run(plan))
    assert outcome.sent == 0 == ledger.posts
    assert {"APPROVED": 2, "VERIFIED": 1} == outcome.counts
