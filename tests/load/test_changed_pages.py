"""A service that pages, sorts or counts otherwise than on the night before."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from client.loopback import Asked, Exchange, asked_page, in_order
from load.changing_service import ChangingService, change, contacts_of, stays_of
from load.conftest import answering, current, load_list
from nightaudit.settings import Settings


@pytest.fixture
def service() -> ChangingService:
    return ChangingService()


def test_changes_behind_a_page_that_came_short_are_read(service: ChangingService, settings: Settings) -> None:
    service.lists["/contacts"] = contacts_of(300)
    load_list(settings, "contacts")
    service.largest = 4
    change(service.lists["/contacts"][100:140])
    assert load_list(settings, "contacts").complete
    assert 40 == sum("changed" in text for text in current(settings, "contacts").values())


@pytest.mark.parametrize("reach", [6, 3])
def test_a_list_that_shows_and_counts_its_first_records_only_since_has_lost_none(
    service: ChangingService, settings: Settings, reach: int
) -> None:
    name, listed = "financial_allocations_sales_invoices", [{"id": one} for one in range(1, 10)]
    service.lists = {"/financialAllocations/salesInvoices": listed}
    load_list(settings, name)
    service.reach = reach
    listed.append({"id": 10})
    assert load_list(settings, name).complete is (reach == 6), "read from both ends, nothing stands between"
    assert {str(one) for one in range(1, 11 if reach == 6 else 10)} <= current(settings, name).keys()


@pytest.mark.sampled
@pytest.mark.parametrize("hides", ["", "PENDING"])
@pytest.mark.parametrize(("count", "reach"), [(9, 7), (9, 3), (30, 8)])
def test_a_list_of_statuses_that_shows_and_counts_its_first_records_only_since_has_lost_none(
    service: ChangingService, settings: Settings, count: int, reach: int, hides: str
) -> None:
    """No operation answers for a stay by its key, so a second complete walk would prove that it is gone."""
    service.hides = hides
    stays = service.lists["/bookings"] = stays_of(count)
    assert load_list(settings, "bookings").complete
    service.reach = reach
    stays.append({"roomStayId": count + 1, "roomStayStatus": "CONFIRMED"})
    for _ in range(2):
        later = load_list(settings, "bookings")
        assert 0 == later.gone
        assert not later.complete or f"stay/{count + 1}" in current(settings, "bookings")


@pytest.mark.parametrize(("before", "now"), [(10, 4), (3, 3), (2, 2)])
def test_pages_too_small_to_overlap_end_a_reading_newest_first(
    service: ChangingService, settings: Settings, before: int, now: int
) -> None:
    service.lists["/contacts"] = contacts_of(100)
    load_list(settings.model_copy(update={"page_size": before}), "contacts")
    change(service.lists["/contacts"][40:54])
    assert "loaded" == load_list(settings.model_copy(update={"page_size": now}), "contacts").outcome
    assert 14 == sum("changed" in text for text in current(settings, "contacts").values())


def test_pages_that_are_counted_from_0_since_are_read_newest_first_from_the_first(
    service: ChangingService, settings: Settings
) -> None:
    service.lists["/contacts"], service.first_page = contacts_of(100), 1
    load_list(settings, "contacts")
    service.first_page = 0
    change(service.lists["/contacts"][40:44])
    assert load_list(settings, "contacts").complete
    assert 4 == sum("changed" in text for text in current(settings, "contacts").values())


def test_an_order_that_was_lost_for_a_night_is_found_again(tmp_path: Path) -> None:
    listed, draw = [{"id": one} for one in range(1, 61)], random.Random(1)
    is_shuffled = False

    def respond(asked: Asked, exchange: Exchange) -> None:
        query = dict(asked.query)
        page = asked_page(draw.sample(listed, 60) if is_shuffled else in_order(listed, query), query)
        del page["page"]["totalElements"], page["page"]["totalPages"]
        exchange.json(page)

    with answering(respond, tmp_path) as settings:
        first = load_list(settings, "tags")
        is_shuffled = True
        lost = load_list(settings, "tags")
        is_shuffled = False
        nights = [first, lost, load_list(settings, "tags"), load_list(settings, "tags")]
    assert [True, False, True, True] == [night.complete for night in nights]
    assert 8 >= nights[2].requests - nights[3].requests, "the list was probed again, once"
