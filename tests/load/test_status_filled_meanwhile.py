"""A hidden status that had no records when it was first read, and has more than a page of them later, is read completely."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from client.loopback import Asked, Exchange, asked_page, in_order
from load.conftest import current, load_list
from nightaudit.settings import Settings


@dataclass
class Service:
    """Bookings; PENDING ones are hidden. At the first request for CANCELLED, which is after PENDING, `turning` become PENDING.

    away     whether PENDING was answered with no rows until then, although its records were there
    vanishes how many of the next requests without a status are answered with no rows
    """

    bookings: dict[int, str]
    turning: tuple[int, ...] = ()
    away: bool = False
    vanishes: int = 0
    asked: list[str] = field(default_factory=list)

    def respond(self, asked: Asked, exchange: Exchange) -> None:
        query = dict(asked.query)
        wanted = query.get("statuses", "")
        if asked.path != "/api/v3/bookings":
            exchange.json({"message": "none"}, 404)
            return
        if wanted == "CANCELLED":
            self.bookings |= dict.fromkeys(self.turning, "PENDING")
            self.turning, self.away = (), False
        gone = (wanted == "PENDING" and self.away) or (not wanted and self.vanishes > 0)
        self.vanishes -= not wanted
        found: list[dict[str, Any]] = [
            {"id": one, "status": status}
            for one, status in self.bookings.items()
            if not gone and (status == wanted if wanted else status != "PENDING")
        ]
        exchange.json(asked_page(in_order(found, query), query))


@pytest.fixture
def service() -> Service:
    return Service({one: ("CONFIRMED", "CHECKED_IN")[one % 2] for one in range(1, 81)})


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"concurrency": 1})


def require_all_read(service: Service, settings: Settings) -> None:
    """Load bookings; every one of the service is stored, and the list is complete, without a deletion."""
    summary = load_list(settings, "bookings")
    assert ("loaded", True, 0) == (summary.outcome, summary.complete, summary.gone)
    assert {int(key) for key in current(settings, "bookings")} == set(service.bookings)


@pytest.mark.parametrize("known", [False, True], ids=["not known to be hidden", "known to be hidden"])
def test_bookings_that_become_pending_in_bulk_during_the_walk_are_read(
    service: Service, settings: Settings, *, known: bool
) -> None:
    if known:
        service.bookings |= dict.fromkeys(range(81, 100), "PENDING")
        assert load_list(settings, "bookings").complete
        service.bookings |= dict.fromkeys(range(81, 100), "CHECKED_OUT")
    service.turning = tuple(range(20, 60))
    require_all_read(service, settings)


@pytest.mark.parametrize("known", [False, True], ids=["not known to be hidden", "known to be hidden"])
def test_a_status_that_was_answered_without_rows_at_first_is_read(
    service: Service, settings: Settings, *, known: bool
) -> None:
    if known:
        service.bookings |= dict.fromkeys(range(81, 100), "PENDING")
        assert load_list(settings, "bookings").complete
    service.bookings |= dict.fromkeys(range(81, 140), "PENDING")
    service.away = True
    require_all_read(service, settings)


def test_a_list_that_is_empty_for_a_moment_is_read_once_more_for_statuses_that_nobody_knows(
    service: Service, settings: Settings
) -> None:
    settings = settings.model_copy(update={"page_size": 200})  # each status fits one page, and is not walked
    assert load_list(settings, "bookings").complete
    service.bookings |= dict.fromkeys(range(86, 90), "WAITLIST")
    service.vanishes = 2
    require_all_read(service, settings)
