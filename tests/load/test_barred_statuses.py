"""A service that bars one status, filter or sort: what it lets be read is loaded, and what it does not is not held for gone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from client.loopback import Asked, Exchange, asked_page, in_order
from load.conftest import current, load_once, rows
from nightaudit.load.streams.stream import DATE_FROM, DATE_TO
from nightaudit.load.streams.table import STREAMS
from nightaudit.load.summary import StreamSummary
from nightaudit.sandbox.wire import Json
from nightaudit.settings import Settings

STATUSES = ("ENQUIRY", "PENDING", "CONFIRMED", "CHECKED_IN", "CHECKED_OUT")
Query = dict[str, str]


@dataclass
class Service:
    """Bookings, PENDING ones hidden unless asked for.

    bars     the status code for a request that is barred, 0 for any other
    hides    whether a record of a hidden status answers 404
    ordered  whether the list can be sorted
    ignores  whether the filter is ignored; then PENDING bookings are shown only if `shows`
    """

    bookings: list[Json] = field(default_factory=list)
    bars: Callable[[Query], int] = lambda _: 0
    hides: bool = False
    ordered: bool = True
    ignores: bool = False
    shows: bool = False

    def respond(self, asked: Asked, exchange: Exchange) -> None:
        path, query = asked.path.removeprefix("/api/v3/bookings"), dict(asked.query)
        if code := self.bars(query):
            exchange.json({"message": "not yours"}, code)
        elif path:
            [found] = [one for one in self.bookings if path == f"/{one['id']}"] or [{}]
            hidden = not found or (self.hides and found["status"] == "PENDING")
            exchange.json({"message": "none"} if hidden else found, 404 if hidden else 200)
        else:
            exchange.json(self.page(query))

    def page(self, query: Query) -> Json:
        wanted = query.get("statuses")
        if self.ignores:
            found = [one for one in self.bookings if self.shows or one["status"] != "PENDING"]
        else:
            found = [
                one for one in self.bookings if (one["status"] == wanted if wanted else one["status"] != "PENDING")
            ]
        return asked_page(in_order(found, query) if self.ordered else found, query)


def bookings_of(count: int) -> list[Json]:
    """Every fifth is PENDING; the higher the id, the later its stamp, and the last ten are of the last days."""
    return [
        {
            "id": one,
            "status": STATUSES[one % 5],
            "lastModifiedDate": f"2026-10-{25 if one > count - 10 else 1:02}T{one % 24:02}:00:00Z",
        }
        for one in range(1, count + 1)
    ]


def barring(code: int, *statuses: str, page: int = 0) -> Callable[[Query], int]:
    def bars(query: Query) -> int:
        return code if query.get("statuses", query.get("status")) in statuses and int(query["page"]) >= page else 0

    return bars


def allow(_: Query) -> int:
    return 0


@pytest.fixture
def service() -> Service:
    return Service(bookings_of(100))


def loaded(settings: Settings) -> StreamSummary:
    report = load_once(settings, ("bookings",))
    report.raise_for_failures()
    return report.streams[0]


def held(settings: Settings) -> set[int]:
    return {int(key) for key in current(settings, "bookings")}


def there(service: Service, *without: str) -> set[int]:
    return {one["id"] for one in service.bookings if one["status"] not in without}


@pytest.mark.sampled
@pytest.mark.parametrize("code", [403, 404, 410, 400, 422])
def test_of_a_list_that_bars_one_status_the_others_are_loaded(service: Service, settings: Settings, code: int) -> None:
    service.bars = barring(code, "PENDING")
    for _ in range(2):
        first = loaded(settings)
        assert ("loaded", False, 0) == (first.outcome, first.complete, first.gone)
        assert first.reason.startswith(f'PENDING was not read: GET /api/v3/bookings answered {code}: "not yours".')
        assert there(service, "PENDING") == held(settings)
    certified = "select distinct complete, reason from raw.walks where stream = 'bookings'"
    published = first.reason.replace(': "not yours"', "")  # the words of a service may name a person
    assert [(False, published)] == rows(settings, certified)
    service.bars = allow
    assert loaded(settings).complete
    assert there(service) == held(settings)


@pytest.mark.sampled
@pytest.mark.parametrize("hides", [True, False])
@pytest.mark.parametrize("code", [403, 404, 400])
def test_of_a_status_that_is_barred_since_no_record_counts_as_gone(
    service: Service, settings: Settings, code: int, *, hides: bool
) -> None:
    """A deleted record of another status does not, either, unless one that has the barred status by now is found by its key."""
    assert loaded(settings).complete
    service.bars, service.hides = barring(code, "PENDING"), hides
    moved = service.bookings[3]
    moved |= {"status": "PENDING", "lastModifiedDate": "2026-10-28T00:00:00Z"}
    changed, gone, hidden_gone = service.bookings[1], service.bookings[2], service.bookings[5]
    changed |= {"note": "changed", "lastModifiedDate": "2026-10-28T00:00:00Z"}
    for booking in (gone, hidden_gone):
        service.bookings.remove(booking)
    for night in range(2):
        later = loaded(settings)
        changed_now = 0 if night else 1 if hides else 2
        assert (later.complete, later.changed, later.gone) == (False, changed_now, int(not night and not hides))
        assert f"{20 + (not hides) * night} records stay as they were" in later.reason
        assert ("2 records that are no longer listed answer 404, and stay as they were" in later.reason) is hides
        assert there(service) | {hidden_gone["id"]} | ({gone["id"]} if hides else set()) == held(settings)
    service.bars, service.hides = allow, False
    assert loaded(settings).complete
    assert there(service) == held(settings)


def test_a_record_that_leaves_a_barred_status_is_read(service: Service, settings: Settings) -> None:
    loaded(settings)
    service.bars, service.hides = barring(403, "PENDING"), True
    service.bookings[0] |= {"status": "CONFIRMED", "lastModifiedDate": "2026-10-28T00:00:00Z"}
    assert not loaded(settings).complete
    assert '"CONFIRMED"' in current(settings, "bookings")["1"]


@pytest.mark.parametrize("barred_first", [True, False])
def test_a_barred_page_of_one_status_leaves_the_others_to_be_loaded(
    service: Service,
    settings: Settings,
    barred_first: bool,  # noqa: FBT001
) -> None:
    for booking in service.bookings:
        del booking["lastModifiedDate"]
    if not barred_first:
        assert loaded(settings).complete
    service.bars = barring(403, "PENDING", page=1)
    later = loaded(settings)
    assert (False, 0) == (later.complete, later.gone)
    assert later.reason.startswith("PENDING was not read")
    assert there(service, "PENDING") <= held(settings)
    assert len(held(settings)) == (90 if barred_first else 100), "its first page is read all the same"
    service.bars = allow
    assert loaded(settings).complete
    assert there(service) == held(settings)


@pytest.mark.parametrize("code", [403, 404])
def test_a_status_without_records_that_is_barred_since_keeps_no_list_complete(
    service: Service, settings: Settings, code: int
) -> None:
    """Newest first, nothing would show its first record, because no stored record has that status."""
    service.bookings = [one for one in service.bookings if one["status"] != "PENDING"]
    assert loaded(settings).complete
    service.bars = barring(code, "PENDING")
    service.bookings.append({"id": 200, "status": "PENDING", "lastModifiedDate": "2026-10-28T00:00:00Z"})
    assert not loaded(settings).complete


def test_a_service_that_bars_every_status_is_a_missing_right(service: Service, settings: Settings) -> None:
    service.bars = lambda query: 403 if {"status", "statuses"} & query.keys() else 0
    report = load_once(settings, ("bookings",))
    assert ("failed", False) == (report.streams[0].outcome, report.streams[0].complete)
    assert "answered 403" in report.streams[0].reason


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("failing", ["ENQUIRY", "PENDING"])
def test_where_the_service_fails_for_one_status_the_others_are_loaded_all_the_same(
    service: Service, settings: Settings, failing: str
) -> None:
    """Also for the first one that is asked for."""
    for booking in service.bookings:
        del booking["lastModifiedDate"]
    for night in range(2):
        service.bars = barring(500, failing)
        service.bookings[1]["note"] = f"changed {night}"
        del service.bookings[3]
        report = load_once(settings, ("bookings",))
        assert ("failed", 0) == (report.streams[0].outcome, report.streams[0].gone)
        assert report.streams[0].reason.startswith(
            f'{failing} was not read: GET /api/v3/bookings answered 500: "not yours".'
        )
        assert there(service, failing) <= held(settings)
        assert f"changed {night}" in current(settings, "bookings")["2"]
        service.bars = allow
        assert loaded(settings).complete
        assert there(service) == held(settings)


def test_a_list_that_may_not_be_sorted_by_its_stamp_is_read_whole(service: Service, settings: Settings) -> None:
    service.bars = lambda query: 403 if query.get("sort", "").startswith("lastModifiedDate") else 0
    for _ in range(2):
        service.bookings.append(
            {"id": len(service.bookings) + 1, "status": "ENQUIRY", "lastModifiedDate": "2026-10-28"}
        )
        assert loaded(settings).complete
        assert there(service) == held(settings)


def test_a_list_without_an_order_that_may_not_be_asked_by_dates_is_read_page_by_page(
    service: Service, settings: Settings
) -> None:
    [bookings] = [stream for stream in STREAMS if stream.name == "bookings"]
    assert bookings.filters_by_date
    service.ordered = False
    service.bars = lambda query: 403 if {DATE_FROM, DATE_TO} & query.keys() else 0
    assert loaded(settings).complete
    assert there(service) == held(settings)


@pytest.mark.parametrize("shows", [True, False])
def test_a_list_of_bookings_that_ignores_the_filter_and_shows_no_pending_ones_is_not_complete(
    service: Service, settings: Settings, *, shows: bool
) -> None:
    """A running service was observed to leave them out of its list unless they are asked for.

    That it shows a booking of which one of several stays is pending says nothing of those that have no other stay.
    """
    stays = [{"roomStayId": 1, "roomStayStatus": "PENDING"}, {"roomStayId": 2, "roomStayStatus": "CONFIRMED"}]
    service.bookings.append({"id": 101, "status": "CONFIRMED", "roomStays": stays})
    service.ignores, service.shows = True, shows
    assert shows is loaded(settings).complete
    assert there(service, *(() if shows else ("PENDING",))) == held(settings)
    [(reason,)] = rows(settings, "select reason from raw.walks where stream = 'bookings'")
    assert shows is not ("statuses is ignored, and the list shows no PENDING" in reason)
