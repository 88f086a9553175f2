"""The probe finds how a list behaves, in few requests: the document does not show this."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any, Literal

import msgspec
import pytest

from load.conftest import WELL_BEHAVED
from load.drifting_list import DriftingList, Manners, key, walk_of
from nightaudit.client.busy import Broken
from nightaudit.client.page import Page
from nightaudit.errors import Refused, ServiceFailed, UnreadableAnswer
from nightaudit.load.hidden.status_filter import StatusFilter
from nightaudit.load.pages.behaviour import Behaviour
from nightaudit.load.pages.probe import probe
from nightaudit.load.streams.stream import Statuses


def found(count: int = 300, **manners: Any) -> Behaviour:
    return probe(DriftingList(count, manners=Manners(**manners)), key)


def test_a_good_service_takes_four_requests() -> None:
    listing = DriftingList(300)
    assert replace(WELL_BEHAVED, max_size=2000) == probe(listing, key)
    assert 4 == listing.requests


def test_refusals_of_a_moment_are_not_taken_for_a_habit() -> None:
    listing = DriftingList(300)

    def refusing_first(page: int, size: int, sort: str | None = None, **filters: Any) -> Page:
        answer = listing(page, size, sort, **filters)
        if listing.requests <= 4:
            raise Refused("Bad request.", status=400)
        return answer

    assert replace(WELL_BEHAVED, max_size=2000) == probe(refusing_first, key)


@pytest.mark.parametrize(
    ("manners", "expected"),
    [
        ({"base": 1}, {"page_base": 1, "zero_is_first": True, "echo_base": 0}),
        ({"base": 1, "page_zero": "refused"}, {"page_base": 1, "zero_is_first": False}),
        ({"base": 1, "page_zero": "broken"}, {"page_base": 1, "zero_is_first": False}),
        ({"cap": 100, "over_cap": "silent", "told": "total of page"}, {"totals": False}),
        ({"base": 1, "page_zero": "refused", "told": "total of page"}, {"totals": False}),
        ({"base": 1, "page_zero": "empty"}, {"page_base": 1, "zero_is_first": False}),
        ({"base": 1, "number": "as asked"}, {"page_base": 1, "echo_base": 1}),
        ({"number": "constant"}, {"page_base": 0, "echo_base": None}),
        ({"cap": 100}, {"max_size": 100, "size_echoed": True}),
        ({"cap": 130, "over_cap": "refuse"}, {"max_size": 100, "size_honoured": True, "only_size": None}),
        ({"cap": 100, "over_cap": "silent"}, {"max_size": 100}),
        ({"fixed_size": 20}, {"max_size": 20, "size_honoured": False}),
        ({"paged": False, "fixed_size": 10**6}, {"paged": False, "size_honoured": False}),
        (
            {"allowed_sizes": (20, 50, 100), "other_sizes": "refused"},
            {"max_size": 100, "size_honoured": False, "only_size": 100},
        ),
        (
            {"base": 1, "page_zero": "not found", "allowed_sizes": (20, 50, 100), "other_sizes": "refused"},
            {"page_base": 1, "zero_is_first": False, "only_size": 100},
        ),
        ({"sorting": "ignored"}, {"sort": None, "sort_back": None, "order": "unknown"}),
        ({"sorting": "refused"}, {"sort": None, "sort_back": None, "order": "unknown"}),
        ({"sorting": "one way"}, {"sort": None, "sort_back": None, "order": "unknown"}),
        ({"sorting": "broken"}, {"sort": None, "sort_back": None, "order": "unknown", "max_size": 2000}),
        ({"sorting": "broken", "cap": 20, "over_cap": "refuse"}, {"sort": None, "max_size": 20}),
        ({"sorting": "refused", "cap": 20, "over_cap": "refuse"}, {"sort": None, "max_size": 20}),
        ({"sorting": "text"}, {"sort": "id,asc", "order": "text"}),
        ({"envelope": "bare", "cap": 20}, {"totals": False, "max_size": 20, "echo_base": None}),
        ({"envelope": "embedded"}, {"envelope": "embedded", "totals": True}),
    ],
)
def test_an_odd_service_is_seen_through(manners: dict[str, Any], expected: dict[str, Any]) -> None:
    behaviour = asdict(found(**manners))
    assert {name: behaviour[name] for name in expected} == expected


def test_the_page_base_stays_open_without_rows() -> None:
    assert found(0).page_base is None
    assert 0 == found(1).page_base


def test_the_first_row_decides_what_to_sort_by() -> None:
    sorts: list[str] = []
    listing = DriftingList(50)

    def watched(page: int, size: int, sort: str | None = None, **filters: Any) -> Page:
        sorts.extend([sort] if sort else [])
        return listing(page, size, sort, **filters)

    behaviour = probe(watched, key, lambda row: "roomStayId" if b"id" in row else "x")
    assert "roomStayId,asc" == behaviour.sort
    assert ["roomStayId,asc", "roomStayId,desc"] == sorts


def test_a_behaviour_can_be_kept() -> None:
    behaviour = found(cap=20, envelope="bare")
    assert msgspec.json.decode(msgspec.json.encode(behaviour), type=Behaviour) == behaviour


def test_an_unknown_envelope_and_an_error_are_loud() -> None:
    def strange(*_: Any, **__: Any) -> Page:
        return Page.read(b'{"items":[],"count":0}')

    def down(*_: Any, **__: Any) -> Page:
        raise ServiceFailed("503", status=503)

    with pytest.raises(UnreadableAnswer):
        probe(strange, key)
    with pytest.raises(ServiceFailed):
        probe(down, key)


@pytest.mark.parametrize("count", [1, 2, 3, 30])
def test_a_first_page_that_is_broken_is_not_taken_for_one_that_does_not_exist(count: int) -> None:
    """A service that counts from 0 and cannot answer its first record: its other pages answer, and are not the list."""
    listing = DriftingList(count)

    def broken(page: int, size: int, sort: str | None = None, **filters: Any) -> Page:
        if page == 0:
            raise Broken("The first record cannot be told.", status=500)
        return listing(page, size, sort, **filters)

    with pytest.raises(ServiceFailed, match="first record"):
        probe(broken, key)


def test_an_envelope_that_changes_is_loud() -> None:
    listing = DriftingList(50)

    def changing(page: int, size: int, sort: str | None = None, **filters: Any) -> Page:
        listing.manners.envelope = "bare" if size > 2 else "short"
        return listing(page, size, sort, **filters)

    with pytest.raises(UnreadableAnswer, match="envelope"):
        probe(changing, key)


@pytest.mark.parametrize("answer", ["rows", "nothing", "refused"])
def test_a_filter_counts_as_honoured_only_when_nothing_matches_nothing(answer: str) -> None:
    listing = DriftingList(50)
    behaviour = probe(listing, key)

    def filtering(page: int, size: int, sort: str | None = None, **filters: Any) -> Page:
        if answer == "refused":
            raise Refused("No such status.", status=400)
        return Page((), "short", 0, 1, 0) if answer == "nothing" and filters else listing(page, size, sort)

    status_filter = StatusFilter(filtering, behaviour, Statuses("status", ("OPEN",)))
    assert status_filter.is_honoured({}) is (answer != "rows")


@pytest.mark.parametrize("which", ["some", "the last"])
@pytest.mark.parametrize("counted", ["sorted", "all", "not"])
@pytest.mark.parametrize(("count", "fixed_size"), [(30, None), (300, None), (30, 20), (300, 20)])
def test_a_sort_that_leaves_out_records_is_not_used(
    count: int, fixed_size: int | None, counted: Literal["sorted", "all", "not"], which: str
) -> None:
    """As where the service joins another table to sort by, and counts the sorted rows, or all, or none."""
    listing = DriftingList(count)
    unsortable = {one for one in listing.visible if one % 7 == 0} if which == "some" else {listing.visible[-1]}

    def joining(page: int, size: int, sort: str | None = None) -> Page:
        rows = [b'{"id":%d}' % one for one in listing.visible if not sort or one not in unsortable]
        size = fixed_size or size
        if sort and sort.endswith("desc"):
            rows.reverse()
        total = {"sorted": len(rows), "all": count, "not": None}[counted]
        return Page(tuple(rows[page * size : (page + 1) * size]), "short", page, size, total)

    walk = walk_of(joining)
    assert count == sum(len(batch) for batch in walk)
    assert (None, "unknown") == (walk.behaviour.sort, walk.behaviour.order)
    is_unproven = counted == "not" and walk.certificate.tier != "one page"
    assert walk.certificate.complete is not is_unproven, "nothing proves a list in no known order"


@pytest.mark.parametrize("gone_after", range(1, 8))
def test_a_record_that_goes_while_a_list_is_probed_does_not_cost_its_order(gone_after: int) -> None:
    listing = DriftingList(60)

    def losing(page: int, size: int, sort: str | None = None, **_: Any) -> Page:
        if listing.requests == gone_after:
            listing.visible.pop()
        return listing(page, size, sort)

    assert "ascending" == probe(losing, key).order
