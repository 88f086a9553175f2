"""Payments at a small service of one booking, which shows its money otherwise, and where colleagues pay, too."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from correct.desk import Desk, payment
from correct.ledger_server import Handler


class Till:
    """Booking 5 with the invoices 7, 8 ...: what it shows of its sum, and of its invoices; a payment pays the first."""

    def __init__(self, patch: pytest.MonkeyPatch, **summary: Any) -> None:
        self.booking: dict[str, Any] = {"id": 5, "currencyCode": "GBP"}
        self.summary: dict[str, Any] = {"charges": 1000, "payments": 0, **summary}
        self.invoices = [self.invoice(7, "GBP", 1000)]
        self.allocations: list[dict[str, Any]] = []
        self.posts = 0
        patch.setattr(Handler, "get", lambda handler: self._get(handler, *handler.path.split("?")))
        patch.setattr(Handler, "post", lambda handler: self._post(handler, handler.body()))

    @staticmethod
    def invoice(number: int, currency: str, amount: Any, **other: Any) -> dict[str, Any]:
        shown = {"id": number, "status": "POSTED", "currencyCode": currency, "totalGross": amount}
        return shown | {"outstandingAmount": amount} | other

    def pay(self, amount: float) -> None:
        for record, name, sign in ((self.summary, "payments", 1), (self.invoices[0], "outstandingAmount", -1)):
            if name in record:
                record[name] += sign * amount

    def _get(self, handler: Any, path: str, query: str = "") -> None:
        records = {"/api/v3/bookings/5": self.booking, "/api/v3/bookings/5/financialSummary": self.summary}
        if path in records:
            handler.answer(200, records[path])
        else:
            handler.page(self.invoices if path.startswith("/api/v3/bookings/") else self.allocations, query)

    def _post(self, handler: Any, body: Any) -> None:
        self.posts += 1
        self.pay(float(body["amount"]))
        handler.answer(201, self.summary)


def test_sums_of_binary_numbers_are_amounts(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """0.1 + 0.2 is 0.30000000000000004: the payment was MISMATCH, and the next one CONFLICT."""
    till = Till(monkeypatch, payments=0.1)
    till.invoices = [till.invoice(7, "GBP", 4.35 * 100 - 434.5)]  # 0.4999999999999432
    plan = desk.approved("booking-payments", [payment(5, "0.20"), payment(5, "0.30")])
    assert ({"VERIFIED": 2}, Decimal("0.50")) == (
        desk.apply(plan).counts,
        sum(row.amount or 0 for row in desk.rows(plan)),
    )


def test_open_amounts_of_two_currencies_are_not_added(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    till = Till(monkeypatch)
    till.invoices = [till.invoice(7, "GBP", 100), till.invoice(8, "SEK", 900)]
    [row] = desk.rows(desk.plan("booking-payments", [payment(5, "500.00")]))
    assert "conflict: the amount 500.00 is more than the open amount 100" == row.outlook
    del till.booking["currencyCode"]
    [row] = desk.rows(desk.plan("booking-payments", [payment(5, "50.00")]))
    assert "conflict: the booking states no currency, and its invoices are in GBP and SEK" == row.outlook


def test_a_payment_of_a_colleague_shows_in_the_open_amount(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sum that is not shown read as 0 before and after, so the payment was sent a second time."""
    till = Till(monkeypatch)
    del till.summary["payments"]
    plan = desk.approved("booking-payments", [payment(5, "400.00")])
    till.invoices.append(till.invoice(8, "GBP", 50))
    till.pay(400)
    assert ({"CONFLICT": 1}, 0) == (desk.apply(plan).counts, till.posts)
    assert "changed since the plan: open was 1000, is 650" == desk.rows(plan)[0].why
    fresh = desk.approved("booking-payments", [payment(5, "10.00")])
    till.invoices.append(till.invoice(9, "GBP", 5))
    desk.apply(fresh)
    assert 1 == till.posts, "an invoice that is new holds nothing up"
