"""A payment posts the drafts of its booking, and posting is final: only drafts that the plan's approver saw are posted."""

from __future__ import annotations

from correct.desk import Desk, booking_ids, draft, payable, payment


def test_a_payment_posts_no_draft_that_came_after_its_plan(hotel: Desk) -> None:
    booking = booking_ids(hotel)[20]
    first = draft(hotel, bookingId=booking)
    row = payment(booking)
    plan = hotel.approved("booking-payments", [row])
    assert f"may post invoice {first}" in hotel.rows(plan)[0].effects
    fresh = draft(hotel, bookingId=booking)
    assert {"CONFLICT": 1} == hotel.apply(plan).counts
    assert f'"{fresh}"' in hotel.rows(plan)[0].why.partition("changed since the plan: drafts was ")[2]
    assert "DRAFT" == hotel.client.sales_invoices.get(fresh).status
    assert {"VERIFIED": 1} == hotel.apply(hotel.approved("booking-payments", [row])).counts


def test_a_draft_that_a_payment_of_the_plan_has_posted_is_none_that_came(hotel: Desk) -> None:
    booking = payable(hotel, 21)
    row = payment(booking)
    plan = hotel.approved("booking-payments", [row, row | {"amount": "5.00"}])
    assert {"VERIFIED": 2} == hotel.apply(plan).counts
