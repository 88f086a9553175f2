"""Writes answered 429 or 401 although they were carried out: a proxy sent them twice, or the OAuth token expired meanwhile."""

from __future__ import annotations

import time
from typing import Any

import pytest

from correct.desk import RECEIPT, Desk, booking_ids, links, paid, payable, payment, rows_of
from correct.lagging import Behind, Late, turned_away
from correct.ledger_server import Ledger
from nightaudit.correct.sending.reconcile import Word, decide
from nightaudit.errors import NotSent


@pytest.mark.parametrize("status", [401, 429])
def test_a_receipt_is_looked_for_before_it_is_sent_again(
    desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    turned_away(desk, monkeypatch, status)
    plan = desk.approved("allocations-create", [RECEIPT] * 3)
    outcome = desk.apply(plan)
    assert ({"VERIFIED": 3}, 0, 3) == (outcome.counts, outcome.exit_code, len(ledger.allocations))
    assert ["applied"] * 3 == [attempt.outcome for attempt in desk.journal.attempts(plan.plan_id)]


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        (3, "had expired and was renewed. Apply again later. If this goes on, ask"),
        (20, "15 writes in a row could not be sent, or were rejected: The token had expired"),
    ],
)
def test_writes_that_are_all_answered_401_make_one_ask_for_the_right_to_write(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, rows: int, told: str
) -> None:
    """Some services answer so, and not 403, where the scope is missing."""

    def write(*_: Any, **__: Any) -> Any:
        raise NotSent("The token had expired and was renewed.", status=401)

    monkeypatch.setattr(desk.client, "write", write)
    monkeypatch.setattr("nightaudit.correct.sending.passes.FIRST_PAUSE", 0)
    outcome = desk.apply(desk.approved("allocations-create", [RECEIPT] * rows))
    assert ({"APPROVED": rows}, 4) == (outcome.counts, outcome.exit_code)
    assert told in str(outcome.cause)


def test_a_key_that_is_refused_for_a_write_stops_the_run_and_loses_no_row(desk: Desk, ledger: Ledger) -> None:
    ledger.fail("401", 1)
    plan = desk.approved("allocations-create", [RECEIPT] * 2)
    outcome = desk.apply(plan)
    assert ({"APPROVED": 2}, 3, 1) == (outcome.counts, outcome.exit_code, ledger.posts)
    assert ({"VERIFIED": 2}, 3) == (desk.apply(plan).counts, ledger.posts)


@pytest.mark.usefixtures("impatient")
def test_a_receipt_that_was_not_carried_out_is_sent_again(desk: Desk, ledger: Ledger) -> None:
    ledger.fail("429", 1, 2)
    plan = desk.approved("allocations-create", [RECEIPT] * 3)
    assert ({"VERIFIED": 3}, 5, 3) == (desk.apply(plan).counts, ledger.posts, len(ledger.allocations))


def test_a_note_is_looked_for_before_it_is_sent_again(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    booking = booking_ids(hotel)[17]
    sent = turned_away(hotel, monkeypatch)
    plan = hotel.approved("notes-add", [{"bookingId": booking, "content": "Rang twice"}])
    assert ({"VERIFIED": 1}, 1) == (hotel.apply(plan).counts, len(sent))


def test_a_change_of_a_record_is_ours_and_loaded_again(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    contact = rows_of(hotel, "contacts.list")[17]["id"]
    sent = turned_away(hotel, monkeypatch)
    plan = hotel.approved("contact-details", [{"contactId": contact, "lastName": "Away"}])
    outcome = hotel.apply(plan)
    assert ({"VERIFIED": 1}, ("contacts",), 1) == (outcome.counts, outcome.streams, len(sent))


def test_a_payment_goes_to_a_person_and_is_not_planned_again(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    booking = payable(hotel, 18)
    row = payment(booking)
    sent = turned_away(hotel, monkeypatch)
    plan = hotel.approved("booking-payments", [row])
    assert ({"QUARANTINED": 1}, 1) == (hotel.apply(plan).counts, len(sent))
    again = hotel.rows(hotel.plan("booking-payments", [row]))[0]
    assert f"conflict: the same row is QUARANTINED in plan {plan.plan_id}: reconcile that plan first" == again.outlook


@pytest.mark.parametrize(
    ("found", "counts"), [("applied", {"VERIFIED": 2}), ("absent", {"APPROVED": 1, "QUARANTINED": 1})]
)
def test_the_second_payment_waits_for_what_a_person_finds_out_about_the_first(
    hotel: Desk, monkeypatch: pytest.MonkeyPatch, found: Word, counts: dict[str, int]
) -> None:
    """It was in conflict for good. "absent" contradicts the sum of payments, so nothing is sent and the person is asked again."""
    booking = payable(hotel, 14)
    before = paid(hotel, booking)
    sent = turned_away(hotel, monkeypatch)
    plan = hotel.approved("booking-payments", [payment(booking), payment(booking, "5.00")])
    outcome = hotel.apply(plan)
    assert ({"APPROVED": 1, "QUARANTINED": 1}, 1) == (outcome.counts, len(sent))
    assert "Row 2 waits for a write with an unknown result: bookings/" in str(outcome.cause)
    decide(hotel.run(plan), 1, found, "tester")
    assert (counts, before + 9 if found == "applied" else before + 4) == (
        hotel.apply(plan).counts,
        paid(hotel, booking),
    )


def test_a_row_that_waits_says_for_which_write(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only "the other rows wait" was printed: neither the row, nor the plan whose payment has to be looked for."""
    booking = payable(hotel, 19)
    turned_away(hotel, monkeypatch)
    doubtful = hotel.approved("booking-payments", [payment(booking)])
    hotel.apply(doubtful)
    outcome = hotel.apply(hotel.approved("notes-add", [{"bookingId": booking, "content": "Rang"}]))
    why = f"bookings/{booking} has another write with an unknown result, of plan {doubtful.plan_id}."
    assert outcome.cause
    assert f"Row 1 waits for a write with an unknown result: {why}" == outcome.cause.message


def test_a_payment_that_was_made_twice_is_told_with_both_sums(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy that sends again what was carried out: nothing else tells the two apart."""
    booking = payable(hotel, 16)
    before = paid(hotel, booking)
    plan = hotel.approved("booking-payments", [{"bookingId": booking, "amount": "4.00", "date": "2026-11-01"}])
    real = hotel.client.write

    def twice(*given: Any, **named: Any) -> Any:
        real(*given, **named)
        return real(*given, **named)

    monkeypatch.setattr(hotel.client, "write", twice)
    assert {"MISMATCH": 1} == hotel.apply(plan).counts
    assert f"not as expected: payments is {before + 8}, not {before + 4}" == hotel.rows(plan)[0].why


def test_a_list_that_is_behind_is_waited_for_before_it_is_sent_again(
    desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was answered after it is not listed either."""
    Behind(monkeypatch, readings=1)
    turned_away(desk, monkeypatch)
    plan = desk.approved("allocations-create", [RECEIPT] * 3)
    assert ({"VERIFIED": 3}, 3) == (desk.apply(plan).counts, len(ledger.allocations))


def test_a_receipt_is_not_sent_again_while_the_list_lacks_what_was_answered_after_it(
    desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The list lagged for longer than the settle time, and said so: the receipt was sent again, and was there twice."""
    behind = Behind(monkeypatch, readings=1000)
    turned_away(desk, monkeypatch)
    plan = desk.approved("allocations-create", [RECEIPT] * 3)
    assert ({"QUARANTINED": 1, "MISMATCH": 2}, 3) == (desk.apply(plan).counts, len(ledger.allocations))
    assert "the token of row 3, which the service said it created, is not found either" in desk.rows(plan)[0].why
    assert ({"QUARANTINED": 1, "MISMATCH": 2}, 3) == (desk.apply(plan).counts, len(ledger.allocations))
    behind.readings = 0
    assert ({"VERIFIED": 3}, 3) == (desk.apply(plan).counts, len(ledger.allocations))


def test_a_receipt_is_not_sent_again_while_the_invoice_shows_its_amount(
    desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    behind = Behind(monkeypatch, readings=1000)
    turned_away(desk, monkeypatch)
    plan = desk.approved("allocations-create", [RECEIPT])
    assert ({"QUARANTINED": 1}, 1) == (desk.apply(plan).counts, len(ledger.allocations))
    behind.readings = 0
    assert ({"VERIFIED": 1}, 1) == (desk.apply(plan).counts, len(ledger.allocations))


@pytest.mark.usefixtures("impatient")
def test_a_receipt_that_was_turned_away_while_the_list_lagged_is_sent_once_it_does_not(
    desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    behind = Behind(monkeypatch, readings=1000)
    ledger.fail("429", 1)
    plan = desk.approved("allocations-create", [RECEIPT] * 3)
    assert ({"QUARANTINED": 1, "MISMATCH": 2}, 2) == (desk.apply(plan).counts, len(ledger.allocations))
    behind.readings = 0
    assert ({"VERIFIED": 3}, 3) == (desk.apply(plan).counts, len(ledger.allocations))


def test_a_link_is_not_made_again_while_the_list_lacks_the_one_that_was_made_after_it(
    hotel: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = hotel.approved("unit-access-groups", links(hotel, 2))
    late = Late(hotel, monkeypatch, set(), "unitAccessGroups")
    sent = turned_away(hotel, monkeypatch)
    late.lacks = 2
    assert ({"QUARANTINED": 1, "MISMATCH": 1}, 2) == (hotel.apply(plan).counts, len(sent))
    late.lacks = 0
    assert ({"VERIFIED": 2}, 2) == (hotel.apply(plan).counts, len(sent))


class Slow:
    """Answers to reads that are as old as `seconds`, once the client has written for the first time."""

    def __init__(self, desk: Desk, patch: pytest.MonkeyPatch, seconds: float) -> None:
        before: dict[Any, Any] = {}
        first: list[float] = []
        for name in ("raw", "page"):
            patch.setattr(desk.client, name, self.shown(getattr(desk.client, name), before, first, seconds))
        real = desk.client.write

        def write(*given: Any, **named: Any) -> Any:
            first.append(time.monotonic())
            return real(*given, **named)

        patch.setattr(desk.client, "write", write)

    @staticmethod
    def shown(read: Any, before: dict[Any, Any], first: list[float], seconds: float) -> Any:
        def shown(operation: Any, *given: Any, **named: Any) -> Any:
            key = (operation.name, *given, *sorted(named.items()))
            if not first or time.monotonic() - first[0] > seconds:
                before[key] = read(operation, *given, **named)
            return before[key] if key in before else read(operation, *given, **named)

        return shown


@pytest.mark.parametrize(
    ("job", "row"),
    [
        ("booking-payments", {"amount": "4.00", "date": "2026-11-01", "paymentReference": "Slow"}),
        ("notes-add", {"content": "Rang, and nobody came"}),
    ],
)
def test_what_shows_late_is_waited_for_before_it_is_sent_again(
    hotel: Desk, monkeypatch: pytest.MonkeyPatch, job: str, row: dict[str, str]
) -> None:
    """A reading right after the answer showed nothing yet: the row was sent again, and was there twice."""
    hotel.client.settings = hotel.client.settings.model_copy(update={"settle_seconds": 1.0})
    booking = payable(hotel, 20)
    sent = turned_away(hotel, monkeypatch)
    Slow(hotel, monkeypatch, 0.7)
    outcome = hotel.apply(hotel.approved(job, [{"bookingId": booking} | row]))
    assert ({"QUARANTINED" if job == "booking-payments" else "VERIFIED": 1}, 1) == (outcome.counts, len(sent))
