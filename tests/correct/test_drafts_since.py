"""A payment posts the drafts of its booking, and posting is final: only drafts that the plan's approver saw are posted."""

from __future__ import annotations

from typing import Any

import pytest
from desk import Desk, booking_ids, draft, payable, payment

from nightaudit.errors import Refused


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


def test_a_payment_turned_down_is_not_doubted_for_what_a_later_one_posted(
    hotel: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    booking = payable(hotel, 22)
    row = payment(booking)
    plan = hotel.approved("booking-payments", [row, row | {"amount": "5.00"}])
    real = hotel.client.write

    def declined(operation: Any, *ids: Any, body: Any = None, **filters: Any) -> Any:
        if body["amount"] == 4:
            raise Refused("the card was declined", status=422)
        return real(operation, *ids, body=body, **filters)

    monkeypatch.setattr(hotel.client, "write", declined)
    assert {"REJECTED": 1, "VERIFIED": 1} == hotel.apply(plan).counts
