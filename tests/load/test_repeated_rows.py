"""A list that shows some records twice on a page, as a join in the service does: all of it is loaded, and nothing is proven."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from client.loopback import Asked, Exchange, asked_page, in_order
from load.conftest import answering, current, load_list
from nightaudit.load.summary import StreamSummary
from nightaudit.sandbox.wire import Json
from nightaudit.settings import Settings


@dataclass
class Service:
    """Tags, every fifth of which comes twice; `bare` arrays, or with a total that counts rows.

    twice   whether the fifth or the first of five
    base    number of the first page; page 0 answers it, too
    differ  whether the second row of a tag has other content
    """

    tags: list[Json] = field(default_factory=lambda: [{"id": one} for one in range(1, 58)])
    bare: bool = False
    twice: int = 0
    base: int = 0
    differ: bool = False

    def respond(self, asked: Asked, exchange: Exchange) -> None:
        path, query = asked.path.removeprefix("/api/v3/tags"), dict(asked.query)
        if not asked.path.startswith("/api/v3/tags") or path:
            one = next((tag for tag in self.tags if path == f"/{tag['id']}"), None)
            exchange.json(one or {"message": "none"}, 200 if one else 404)
            return
        twice = {"again": True} if self.differ else {}
        found = [row for tag in self.tags for row in ([tag, tag | twice] if tag["id"] % 5 == self.twice else [tag])]
        page = asked_page(in_order(found, query), query, base=self.base)
        exchange.json(page["content"] if self.bare else page)


@pytest.fixture
def service() -> Service:
    return Service()


def loaded(settings: Settings) -> StreamSummary:
    return load_list(settings, "tags")


def held(settings: Settings) -> set[int]:
    return {int(key) for key in current(settings, "tags")}


@pytest.mark.sampled
@pytest.mark.parametrize("base", [0, 1])
@pytest.mark.parametrize("twice", [0, 1], ids=["the fifth", "the first"])
@pytest.mark.parametrize("bare", [False, True])
def test_a_list_that_shows_records_twice_is_loaded_and_not_complete(
    service: Service,
    settings: Settings,
    bare: bool,  # noqa: FBT001
    twice: int,
    base: int,
) -> None:
    service.bare, service.twice, service.base = bare, twice, base
    for gone in range(3):
        summary = loaded(settings)
        assert (summary.outcome, summary.complete, summary.gone) == ("loaded", False, min(gone, 1))
        assert summary.reason.endswith("Some of its pages contain a record more than once.")
        assert summary.certificate is not None
        assert (10, base) == (summary.certificate.page_size, summary.certificate.page_base)
        assert {tag["id"] for tag in service.tags} == held(settings)
        del service.tags[20]
        service.tags.append({"id": 100 + gone})


def test_one_page_that_holds_records_twice_is_the_complete_list_where_its_total_says_so(
    service: Service, settings: Settings
) -> None:
    service.tags = service.tags[:6]
    for _ in range(2):
        assert loaded(settings).complete
        assert {tag["id"] for tag in service.tags} == held(settings)
        del service.tags[2]


def test_different_rows_of_one_key_are_not_taken_for_one_record(service: Service, settings: Settings) -> None:
    service.differ = True
    summary = loaded(settings)
    assert ("failed", False) == (summary.outcome, summary.complete)
    assert "contains different records with the key 5." in summary.reason


def test_room_stays_that_are_numbered_within_each_booking_are_told_with_their_bookings(tmp_path: Path) -> None:
    stays = [{"roomStayId": one, "bookingReference": f"R{booking}"} for booking in (7, 8) for one in (1, 2)]
    with answering(lambda asked, exchange: exchange.json(asked_page(stays, dict(asked.query))), tmp_path) as settings:
        summary = load_list(settings, "bookings")
    assert ("failed", False) == (summary.outcome, summary.complete)
    assert "room stays with the same `roomStayId` 1 in the bookings R7 and R8" in summary.reason
    assert {} == current(settings, "bookings")
