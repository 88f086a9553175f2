"""Where a list ends that has neither an order nor a total: what a refused page behind it is worth."""

from __future__ import annotations

from typing import Literal

import pytest
from drifting_list import DriftingList, Manners, key

from nightaudit.client.page import Page
from nightaudit.errors import Refused, UnprovenWalk
from nightaudit.load.probe import probe
from nightaudit.load.walk import Walk


@pytest.mark.parametrize("behind", ["not found", "refused"])
@pytest.mark.parametrize("count", [1, 3, 20, 40])
def test_a_refused_page_ends_the_list_and_proves_nothing(count: int, behind: Literal["not found", "refused"]) -> None:
    listing = DriftingList(count, manners=Manners(cap=20, envelope="bare", sorting="refused", behind=behind))
    walk = Walk(listing, key, probe(listing, key), size=50, concurrency=1)
    assert listing.visible == sorted(int(one) for batch in walk for one, _ in batch)
    assert walk.certificate is not None
    assert not walk.certificate.complete
    assert walk.certificate.reason.endswith("Where they ended, the service refused what may stand behind.")


def test_an_empty_page_proves_a_list_of_one_page() -> None:
    listing = DriftingList(3, manners=Manners(cap=20, envelope="bare", sorting="refused"))
    walk = Walk(listing, key, probe(listing, key), size=50, concurrency=1)
    assert listing.visible == sorted(int(one) for batch in walk for one, _ in batch)
    assert walk.certificate is not None
    assert walk.certificate.complete


def test_a_list_that_is_refused_from_some_page_on_is_not_taken_for_one_that_ends_there() -> None:
    """The first page is asked for again, and is refused, too: then it is the service, and not the end."""
    listing = DriftingList(60, manners=Manners(cap=20, envelope="bare", sorting="refused"))
    behaviour = probe(listing, key)
    listing.begin()

    def closing(page: int, size: int, sort: str | None = None) -> object:
        if listing.requests > 1:
            raise Refused("Not any more.", status=400)
        return listing(page, size, sort)

    with pytest.raises(Refused):
        list(Walk(closing, key, behaviour, size=50, concurrency=1))


@pytest.mark.parametrize("accidents", [0, 1, 2, 3, 1_000])
def test_an_empty_array_in_the_place_of_a_page_is_not_taken_for_an_empty_list(accidents: int) -> None:
    """As a gateway answers for a service that is away: asked again, and where it stays, left to the next load to say."""
    listing = DriftingList(300)
    behaviour, left = probe(listing, key), [accidents]

    def away(page: int, size: int, sort: str | None = None) -> Page:
        left[0] -= 1
        return Page((), "bare") if left[0] >= 0 else listing(page, size, sort)

    walk = Walk(away, key, behaviour, size=50, concurrency=1)
    read = sorted(int(one) for batch in walk for one, _ in batch)
    assert walk.certificate is not None
    assert read == ([] if accidents == 1_000 else listing.visible)
    assert walk.certificate.complete is (accidents < 1_000)
    later = Walk(away, key, walk.behaviour, size=50, concurrency=1)
    assert len(read) == sum(len(batch) for batch in later)
    assert later.certificate is not None
    assert later.certificate.complete


@pytest.mark.parametrize("most", [200, 300])
def test_a_list_of_which_only_the_first_rows_are_shown_is_not_complete(most: int) -> None:
    """As a search index shows its first 10,000, and counts no more; the control is shown whole."""
    rows = [b'{"id":%d}' % one for one in range(1, 301)]

    def listing(page: int, size: int, sort: str | None = None) -> Page:
        shown = sorted(rows, key=key, reverse=bool(sort and sort.endswith("desc")))[:most]
        return Page(tuple(shown[page * size : page * size + size]), "short", page, size, len(shown))

    walk = Walk(listing, key, probe(listing, key), size=50, concurrency=1)
    if most == 300:
        assert 300 == sum(len(batch) for batch in walk)
    else:
        with pytest.raises(UnprovenWalk, match="more may stand behind"):
            list(walk)
    assert walk.certificate is not None
    assert walk.certificate.complete is (most == 300)
