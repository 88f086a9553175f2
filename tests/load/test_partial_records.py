"""A list that shows of a booking only the room stays of the status asked for: no room stay is lost, and it is not complete."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

import dlt
import pytest

from client.loopback import Asked, Exchange, asked_page, in_order
from load.conftest import current, load_list, rows
from nightaudit.load import pms_source
from nightaudit.load.summary import StreamSummary
from nightaudit.sandbox.wire import Json
from nightaudit.settings import Settings

STATUSES = ("ENQUIRY", "PENDING", "CONFIRMED", "CHECKED_IN", "CHECKED_OUT", "CANCELLED")


def booking(one: int, *stays: int) -> Json:
    """A booking with room stays of these statuses, by place in STATUSES."""
    return {
        "id": one,
        "lastModifiedDate": f"2026-10-{1 + one % 28:02}T00:00:00Z",
        "roomStays": [{"id": one * 10 + place, "status": STATUSES[stay]} for place, stay in enumerate(stays)],
    }


@dataclass
class Service:
    """Bookings, of which PENDING room stays are shown only where that is asked for.

    cuts     whether only the room stays are shown that have the status; otherwise any such stay brings the complete booking
    by_key   whether a booking is found by its key
    """

    bookings: list[Json] = field(default_factory=list)
    cuts: bool = True
    by_key: bool = True

    def respond(self, asked: Asked, exchange: Exchange) -> None:
        path, query = asked.path.removeprefix("/api/v3/bookings"), dict(asked.query)
        found = [one for one in self.bookings if self.by_key and path == f"/{one['id']}"]
        if path and not found:
            exchange.json({"message": "none"}, 404)
        else:
            exchange.json(found[0] if path else self.page(query))

    def page(self, query: dict[str, str]) -> Json:
        wanted = query.get("statuses")
        shown = []
        for one in self.bookings:
            stays = [
                stay
                for stay in one["roomStays"]
                if (stay["status"] == wanted if wanted else stay["status"] != "PENDING")
            ]
            shown += [one | {"roomStays": stays} if self.cuts else one] if stays else []
        return asked_page(in_order(shown, query), query)


@pytest.fixture
def service() -> Service:
    return Service()


def loaded(settings: Settings) -> StreamSummary:
    return load_list(settings, "bookings")


def held(settings: Settings) -> dict[int, Json]:
    return {int(key): json.loads(text) for key, text in current(settings, "bookings").items()}


def there(service: Service) -> dict[int, Json]:
    return {one["id"]: one for one in service.bookings}


@pytest.mark.sampled
@pytest.mark.parametrize(
    "mixed",
    [(1, 2), (2, 5), (1, 0, 4), (1, 1, 2)],
    ids=["hidden and shown", "both shown", "three", "two of one"],
)
@pytest.mark.parametrize("pending", [3, 25])
def test_bookings_that_are_shown_in_part_are_asked_for_by_their_keys(
    service: Service, settings: Settings, pending: int, mixed: tuple[int, ...]
) -> None:
    service.bookings = [booking(one, 1 if one < pending else one % 6) for one in range(1, 60)]
    service.bookings += [booking(one, *mixed) for one in (3, 60, 61, 62)]
    del service.bookings[2]
    for night in range(3):
        summary = loaded(settings)
        assert ("loaded", False) == (summary.outcome, summary.complete)
        assert "records show other room stays by another status" in summary.reason
        assert there(service) == held(settings)
        service.bookings[5] = booking(service.bookings[5]["id"], night, 3)
        service.bookings.append(booking(70 + night, *mixed[::-1]))
        del service.bookings[20]
    [(versions,)] = rows(settings, "select count(*) from raw.bookings where record_key = '61'")
    assert versions <= 2, "the part in the first load, and the booking; no load after it adds another"


def test_the_dlt_source_completes_what_it_has_stored_in_part(
    service: Service, settings: Settings, tmp_path: Path
) -> None:
    destination = dlt.destinations.duckdb(str(tmp_path / "plain.duckdb"))
    plain = dlt.pipeline("parts", destination=destination, dataset_name="raw", pipelines_dir=str(tmp_path / "dlt"))
    service.bookings = [booking(one, 1, 2) if one % 3 else booking(one, 2) for one in range(1, 30)]
    for _ in range(2):
        plain.run(pms_source(settings, "bookings"), loader_file_format="parquet")
    found = plain.dataset()("select record_key, payload from bookings where valid_to is null").fetchall()
    assert len(service.bookings) == len(found)
    assert there(service) == {int(key): json.loads(text) for key, text in found}


def test_parts_of_bookings_are_noticed_where_room_stays_have_no_ids(service: Service, settings: Settings) -> None:
    for one in range(1, 30):
        part = booking(one, 1, 2) if one % 9 == 0 else booking(one, 2)
        service.bookings.append(part | {"roomStays": [{"status": stay["status"]} for stay in part["roomStays"]]})
    summary = loaded(settings)
    assert ("loaded", False) == (summary.outcome, summary.complete)
    assert "3 records show other room stays by another status" in summary.reason
    assert there(service) == held(settings)


def test_bookings_that_are_always_shown_complete_are_complete(service: Service, settings: Settings) -> None:
    service.cuts = False
    service.bookings = [booking(one, one % 6, *([1] if one % 3 else [])) for one in range(1, 60)]
    for _ in range(2):
        assert loaded(settings).complete
        assert there(service) == held(settings)
        service.bookings[5]["roomStays"].append({"id": 1, "status": "CONFIRMED"})


def test_room_stays_that_are_held_stay_where_no_booking_is_found_by_its_key(
    service: Service, settings: Settings
) -> None:
    service.bookings = [booking(one, 1, 2) for one in range(1, 30)]
    loaded(settings)
    service.by_key = False
    later = loaded(settings)
    assert (False, 0) == (later.complete, later.gone)
    assert "records of which the list may show a part only could not be read: GET /api/v3/bookings/" in later.reason
    assert there(service) == held(settings)


def test_a_part_that_the_counts_do_not_show_is_noticed_where_the_list_is_read_newest_first(
    service: Service, settings: Settings
) -> None:
    """A confirmed booking gets a PENDING room stay while another goes: as many are CONFIRMED as without its other part."""
    service.bookings = [booking(one, one % 6) for one in range(1, 121)]
    assert loaded(settings).complete
    confirmed = [one for one in service.bookings if one["roomStays"][0]["status"] == "CONFIRMED"]
    confirmed[0]["roomStays"].append({"id": 9999, "status": "PENDING"})
    confirmed[0]["lastModifiedDate"] = "2026-10-30T00:00:00Z"
    service.bookings.remove(confirmed[1])
    later = loaded(settings)
    assert (False, 1) == (later.complete, later.gone)
    assert there(service) == held(settings)
