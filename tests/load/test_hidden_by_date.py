"""A list that hides records of the past, unless dates are asked for, is not complete without them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import pytest

from client.loopback import Asked, Exchange, asked_page, in_order
from load.conftest import current, load_list
from nightaudit.settings import Settings

Json = dict[str, Any]
STATUSES = ("PENDING", "CONFIRMED", "CHECKED_OUT")


@dataclass
class Service:
    """Bookings and allocations, of two years.

    undated   what is shown where no dates are asked for: all, or what ends in 2026
    counts    whether pages state totals
    dated     whether PENDING bookings are hidden, as without dates, or shown, or whether dates are refused
    """

    undated: Literal["all", "of this year"] = "all"
    counts: bool = True
    dated: Literal["hide pending", "show pending", "refused"] = "hide pending"
    lists: dict[str, list[Json]] = field(default_factory=dict)

    def respond(self, asked: Asked, exchange: Exchange) -> None:
        path, query = asked.path.removeprefix("/api/v3"), dict(asked.query)
        asks_dates = bool({"dateFrom", "dateTo"} & query.keys())
        if path not in self.lists:
            exchange.json({"message": "none"}, 404)
        elif asks_dates and self.dated == "refused":
            exchange.json({"message": "too far apart"}, 400)
        else:
            wanted = query.get("statuses")
            hidden = not (asks_dates and self.dated == "show pending")
            since = query.get("dateFrom", "" if asks_dates or self.undated == "all" else "2026-01-01")
            found = [
                one
                for one in self.lists[path]
                if since <= one["endDate"] <= query.get("dateTo", "9999")
                and (one["status"] == wanted if wanted else not (hidden and one["status"] == "PENDING"))
            ]
            page = asked_page(in_order(found, query), query)
            exchange.json(page if self.counts else {"content": page["content"]})


@pytest.fixture
def service() -> Service:
    bookings = [{"id": one, "status": STATUSES[one % 3], "endDate": f"202{5 + one % 2}-03-01"} for one in range(1, 91)]
    allocations = [booking | {"status": ""} for booking in bookings]
    return Service(lists={"/bookings": bookings, "/financialAllocations/salesPayments": allocations})


@pytest.mark.parametrize("stream", ["bookings", "financial_allocations_sales_payments"])
@pytest.mark.parametrize("counts", [True, False])
def test_a_list_that_hides_the_past_unless_dates_are_asked_for_is_not_complete(
    service: Service, settings: Settings, stream: str, *, counts: bool
) -> None:
    """Without totals, the first page between two dates shows records that the walk did not meet."""
    service.undated, service.counts = "of this year", counts
    for _ in range(2):
        summary = load_list(settings, stream)
        assert (summary.outcome, summary.complete, summary.rows) == ("loaded", False, 45)
        assert "fewer records without dates" in summary.reason
        assert summary.certificate is not None
        assert (summary.certificate.complete, summary.certificate.reason) == (False, summary.reason)
    service.undated = "all"
    assert load_list(settings, stream).complete
    assert 90 == len(current(settings, stream))


@pytest.mark.parametrize("stream", ["bookings", "financial_allocations_sales_payments"])
@pytest.mark.parametrize("dated", ["hide pending", "show pending", "refused"])
@pytest.mark.parametrize("counts", [True, False])
def test_a_list_that_hides_no_dates_is_complete(
    service: Service,
    settings: Settings,
    stream: str,
    dated: Literal["hide pending", "show pending", "refused"],
    *,
    counts: bool,
) -> None:
    service.dated, service.counts = dated, counts
    assert load_list(settings, stream).complete
    assert 90 == len(current(settings, stream))
