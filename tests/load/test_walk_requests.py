"""The requests of a walk; reading ahead changes only the time."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from load.drifting_list import DriftingList, Manners, key, walk_of
from load.rounds import Rounds
from nightaudit.client.page import Page
from nightaudit.load.pages.probe import probe
from nightaudit.load.walks.certificate import Certificate
from nightaudit.load.walks.overlap import plan


def walked(listing: DriftingList, size: int, concurrency: int = 4) -> tuple[list[Any], Certificate]:
    walk = walk_of(listing, size=size, concurrency=concurrency)
    ids = [one for batch in walk for one, _ in batch]
    return ids, walk.certificate


@given(need=st.integers(1, 10**7), largest=st.integers(2, 2000))
def test_a_planned_page_holds_the_row_that_is_needed_and_moves_on(need: int, largest: int) -> None:
    index, size = plan(need, largest)
    assert index * size <= need
    assert size <= largest
    if largest >= 4 and need // largest <= largest:
        assert need < (index + 1) * size


@pytest.mark.parametrize(("count", "size", "most"), [(20_000, 100, 0.16), (100_000, 500, 0.07), (5_000, 100, 0.16)])
def test_overlap_costs_few_requests(count: int, size: int, most: float) -> None:
    ids, certificate = walked(DriftingList(count, manners=Manners(cap=size)), size)
    plain = count // size + 1  # what the usual loop sends: pages until a short one
    overhead = certificate.requests / plain - 1
    print(f"{count} rows at {size}: {certificate.requests} requests, {overhead:+.1%}")
    assert len(ids) == count
    assert overhead <= most


@pytest.mark.parametrize(("cap", "count"), [(4, 13), (4, 201), (5, 401), (7, 430), (8, 901)])
def test_pages_too_small_to_overlap_are_read_both_ways(cap: int, count: int) -> None:
    ids, certificate = walked(DriftingList(count, manners=Manners(cap=cap)), cap)
    assert (count, True, "both ways") == (len(ids), certificate.complete, certificate.tier)


@pytest.mark.parametrize("count", [1, 37, 499])
def test_a_list_that_fits_one_page_takes_one_request(count: int) -> None:
    ids, certificate = walked(DriftingList(count), 500)
    assert (len(ids), certificate.requests, certificate.tier) == (count, 1, "one page")


@pytest.mark.parametrize("manners", [Manners(cap=50), Manners(fixed_size=50), Manners(cap=50, envelope="bare")])
def test_reading_ahead_gives_the_same_rows_in_the_same_order(manners: Manners) -> None:
    expected, certificate = walked(DriftingList(1234, manners=manners), 50, 1)
    for concurrency in (2, 4, 16):
        ids, other = walked(DriftingList(1234, manners=manners), 50, concurrency)
        assert ids == expected
        assert other.ids_digest == certificate.ids_digest
        assert other.requests <= certificate.requests + 2 * concurrency


@pytest.mark.parametrize("bound", [4, 16])
def test_reading_ahead_keeps_as_many_requests_in_flight_as_may_be(bound: int) -> None:
    listing = DriftingList(8000, manners=Manners(cap=50))
    behaviour = probe(listing, key)
    service = Rounds(listing, bound)
    walk = walk_of(service, behaviour, concurrency=bound)
    assert 8000 == sum(len(batch) for batch in walk)
    assert max(service.sizes) == bound
    assert service.in_flight >= 0.75, service.sizes


@pytest.mark.parametrize(("expected", "in_flight"), [(None, [1, 19]), (780, [20]), (400, [11, 9]), (2_000, [32, 18])])
def test_a_list_whose_length_is_known_is_asked_for_at_once_and_its_last_row_beside_it(
    expected: int | None, in_flight: list[int]
) -> None:
    """What was known may be wrong by now: then a second round trip brings the rest, or asks for what is not there any more."""
    listing = DriftingList(780, manners=Manners(cap=50))
    service = Rounds(listing, 32)
    walk = walk_of(service, probe(listing, key), concurrency=32, expected=expected)
    assert 780 == sum(len(batch) for batch in walk)
    assert walk.certificate.complete
    assert service.sizes == in_flight


def test_an_error_of_the_service_ends_the_walk_and_stands_in_the_certificate() -> None:
    listing = DriftingList(1000, manners=Manners(cap=50))
    behaviour = probe(listing, key)
    asked = 0

    def failing(page: int, size: int, sort: str | None = None, **filters: Any) -> Page:
        nonlocal asked
        asked += 1
        if asked > 5:
            raise ConnectionError("the line is dead")
        return listing(page, size, sort, **filters)

    walk = walk_of(failing, behaviour)
    with pytest.raises(ConnectionError):
        list(walk)
    assert (False, "the line is dead") == (walk.certificate.complete, walk.certificate.reason)
    assert walk.certificate.distinct_ids > 0
