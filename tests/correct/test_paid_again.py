"""Payments that something on the way sends once more after the run: no token could be counted, so other marks must tell."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import pytest

from correct.desk import Desk, bookings, draft
from nightaudit.client.resources import Bookings
from nightaudit.correct.fates.audit import audit_tokens
from nightaudit.errors import Forbidden

if TYPE_CHECKING:
    from nightaudit.correct.journal.entries import Plan

PLACES = itertools.count(18)


@pytest.fixture
def booking(hotel: Desk) -> int:
    """A booking of each test with two drafts, so that a payment of all of one is allocated in two parts when it comes again."""
    found: int = bookings(hotel)[next(PLACES)]["id"]
    for _ in range(2):
        draft(hotel, bookingId=found)
    return found


def payment(booking: int, **other: Any) -> dict[str, Any]:
    return {"bookingId": booking, "amount": "70.00", "date": "2026-11-01", "paymentReference": f"P-{booking}"} | other


def paid(hotel: Desk, *rows: dict[str, Any]) -> Plan:
    plan = hotel.approved("booking-payments", [*rows], again=True)
    outcome = hotel.apply(plan)
    assert (outcome.counts, outcome.findings) == ({"VERIFIED": len(rows)}, [])
    return plan


def by_hand(hotel: Desk, booking: int, **other: Any) -> None:
    body = {name: cell for name, cell in payment(booking, **other).items() if name != "bookingId"}
    hotel.client.write(Bookings.pay, booking, body=body | {"amount": float(body["amount"])})


def test_the_audit_finds_a_payment_that_came_again(hotel: Desk, booking: int) -> None:
    plan = paid(hotel, payment(booking))
    by_hand(hotel, booking)
    [finding] = audit_tokens(hotel.run(plan))
    assert f"row 1 (bookings/{booking}): the PMS has 70.00 more with the reference and date of this payment" in finding


def test_the_audit_reads_a_payment_of_the_first_day_of_all(hotel: Desk, booking: int) -> None:
    """0001-01-01, which some programs write for no date, has no day before it."""
    plan = paid(hotel, payment(booking, date="0001-01-01"))
    by_hand(hotel, booking, date="0001-01-01")
    [finding] = audit_tokens(hotel.run(plan))
    assert "70.00 more with the reference and date of this payment" in finding


@pytest.mark.sampled
@pytest.mark.parametrize(
    "other",
    [{"paymentReference": "CARD"}, {"date": "2026-11-02"}, {"amount": "30.00"}],
    ids=lambda cells: next(iter(cells)),
)
def test_another_payment_is_no_finding(hotel: Desk, booking: int, other: dict[str, str]) -> None:
    plan = paid(hotel, payment(booking))
    by_hand(hotel, booking, **other)
    assert [] == audit_tokens(hotel.run(plan))


def test_a_payment_without_a_reference_is_no_finding(hotel: Desk, booking: int) -> None:
    """Two guests of a booking may each pay the same on one day."""
    plan = paid(hotel, payment(booking, paymentReference=""))
    by_hand(hotel, booking)
    assert [] == audit_tokens(hotel.run(plan))


def test_payments_of_this_journal_are_no_finding(hotel: Desk, booking: int) -> None:
    first = paid(hotel, payment(booking), payment(booking, amount="35.00"))
    hotel.apply(hotel.approved("notes-add", [{"bookingId": booking, "content": "Paid"}]))  # which moves no money
    paid(hotel, payment(booking, amount="35.00"))
    assert [] == audit_tokens(hotel.run(first))


def test_a_like_payment_from_before_the_plan_is_no_finding(hotel: Desk, booking: int) -> None:
    by_hand(hotel, booking)
    plan = paid(hotel, payment(booking))
    assert [] == audit_tokens(hotel.run(plan))
    draft(hotel, bookingId=booking)
    paid(hotel, payment(booking, paymentReference="OTHER"))
    assert [] == audit_tokens(hotel.run(plan)), "the sum has grown by another payment of this journal"


def test_a_key_that_may_not_read_allocations_has_no_finding(
    hotel: Desk, booking: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def barred(*_: Any, **__: Any) -> None:
        raise Forbidden("no right", status=403)

    plan = paid(hotel, payment(booking))
    by_hand(hotel, booking)
    run = hotel.run(plan)
    monkeypatch.setattr(run.reader, "list_if_there", barred)
    assert [] == audit_tokens(run)
