"""Writes answered 429 or 401 although they were carried out: a proxy sent them twice, or the OAuth token expired meanwhile."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from desk import RECEIPT, Desk, booking_ids, paid, payable, payment, rows_of
from ledger_server import Ledger
from test_behind import Behind

from nightaudit.errors import NotSent


class Contrary:
    """A client whose first write is carried out, and said to be turned down unread."""

    def __init__(self, desk: Desk, patch: pytest.MonkeyPatch, status: int = 429) -> None:
        self.writes = 0
        real = desk.client.write

        def write(operation: Any, *ids: int | str, body: Any = None, **filters: object) -> Any:
            self.writes += 1
            answer = real(operation, *ids, body=copy.deepcopy(body), **filters)
            if self.writes == 1:
                raise NotSent("It was turned down unread and may be sent again.", status=status)
            return answer

        patch.setattr(desk.client, "write", write)


@pytest.mark.parametrize("status", [401, 429])
def test_a_receipt_is_looked_for_before_it_is_sent_again(
    desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    Contrary(desk, monkeypatch, status)
    plan = desk.approved("allocations-create", [RECEIPT] * 3)
    outcome = desk.apply(plan)
    assert ({"VERIFIED": 3}, 0, 3) == (outcome.counts, outcome.exit_code, len(ledger.allocations))
    assert ["applied"] * 3 == [attempt["outcome"] for attempt in desk.journal.attempts(plan.plan_id)]


def test_a_receipt_that_was_not_carried_out_is_sent_again(desk: Desk, ledger: Ledger) -> None:
    ledger.fault = lambda: "429" if ledger.posts < 3 else ""  # type: ignore[method-assign] # chosen, not by chance
    plan = desk.approved("allocations-create", [RECEIPT] * 3)
    assert ({"VERIFIED": 3}, 5, 3) == (desk.apply(plan).counts, ledger.posts, len(ledger.allocations))


def test_a_note_is_looked_for_before_it_is_sent_again(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    booking = booking_ids(hotel)[17]
    contrary = Contrary(hotel, monkeypatch)
    plan = hotel.approved("notes-add", [{"bookingId": booking, "content": "Rang twice"}])
    assert ({"VERIFIED": 1}, 1) == (hotel.apply(plan).counts, contrary.writes)


def test_a_change_of_a_record_is_ours_and_loaded_again(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    contact = rows_of(hotel, "contacts.list")[17]["id"]
    contrary = Contrary(hotel, monkeypatch)
    plan = hotel.approved("contact-details", [{"contactId": contact, "lastName": "Away"}])
    outcome = hotel.apply(plan)
    assert ({"VERIFIED": 1}, ("contacts",), 1) == (outcome.counts, outcome.streams, contrary.writes)


def test_a_payment_goes_to_a_person_and_is_not_planned_again(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    booking = payable(hotel, 18)
    row = payment(booking)
    contrary = Contrary(hotel, monkeypatch)
    plan = hotel.approved("booking-payments", [row])
    assert ({"QUARANTINED": 1}, 1) == (hotel.apply(plan).counts, contrary.writes)
    again = hotel.rows(hotel.plan("booking-payments", [row]))[0]
    assert f"conflict: the same row is QUARANTINED in plan {plan.plan_id}: reconcile that plan first" == again.outlook


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
    Contrary(desk, monkeypatch)
    plan = desk.approved("allocations-create", [RECEIPT] * 3)
    assert ({"VERIFIED": 3}, 3) == (desk.apply(plan).counts, len(ledger.allocations))
