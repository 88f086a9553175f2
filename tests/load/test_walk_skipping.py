"""Lists with records that the service cannot show: all others are read, and the certificate says which were not."""

from __future__ import annotations

import os
import random
from contextlib import nullcontext
from typing import Any

import pytest

from load.bookings_by_status import STATUSES, Bookings, walk_by_status
from load.drifting_list import DriftingList, Manners, key, walk_of
from load.odd_habits import drawn
from load.odd_list import OddList
from load.odd_pages import Refusal
from load.odd_service import OddService
from load.partial_lists import Unshown
from load.storm import three_nights
from nightaudit.client.busy import Broken
from nightaudit.client.page import Page
from nightaudit.load.pages.probe import probe
from nightaudit.load.streams.stream import Statuses
from nightaudit.load.walks.certificate import CertifiedWalk
from nightaudit.sandbox.wire import encode

SERVICES = int(os.environ.get("NIGHTAUDIT_TEST_SERVICES", "2"))
FIRST = int(os.environ.get("NIGHTAUDIT_TEST_SEED", "100"))
SEEDS = range(FIRST, FIRST + SERVICES)


def at(listing: DriftingList, *places: int) -> Unshown:
    return Unshown(listing, (listing.visible[place] for place in places))


def read(walk: CertifiedWalk) -> set[Any]:
    ids = [one for batch in walk for one, _ in batch]
    assert len(ids) == len({*ids})
    return {*ids}


@pytest.mark.parametrize("at_request", [3, 7, 11])
def test_a_page_that_fails_for_a_moment_is_read_at_once(at_request: int) -> None:
    """A record that goes while the parts of the page are read moves another from a part to be read to one read before."""
    listing = DriftingList(1000, manners=Manners(cap=50))
    behaviour = probe(listing, key)
    listing.begin()
    parts = 0

    def stumbling(page: int, size: int, sort: str | None = None) -> Page:
        nonlocal parts
        if listing.requests == at_request and not parts:
            parts = 1
            raise Broken("Too busy.", status=500)
        parts += bool(parts)
        if parts == 4:
            listing.throughout.discard(listing.visible.pop(0))
        return listing(page, size, sort)

    walk = walk_of(stumbling, behaviour)
    assert set() == listing.lost(read(walk))
    assert parts > 4
    assert walk.certificate.complete


@pytest.mark.parametrize("concurrency", [1, 4])
@pytest.mark.parametrize("manners", [Manners(cap=50), Manners(cap=50, totals=False), Manners(cap=50, base=1)])
@pytest.mark.parametrize("places", [(137,), (60, 400), (999,), (49,), (50,), (98, 99), (0,), (20,)])
def test_all_other_records_are_read(places: tuple[int, ...], manners: Manners, concurrency: int) -> None:
    listing = DriftingList(1000, manners=manners)
    service = at(listing, *places)
    walk = walk_of(service, probe(listing, key), concurrency=concurrency)
    assert {*listing.visible} - service.unshown == read(walk)
    certificate, last = walk.certificate, places[-1]
    assert ("overlap", False) == (certificate.tier, certificate.complete)
    assert "The service answers 500 to the record " in certificate.reason
    assert last in {0, 99} or str(listing.visible[last - 1]) in certificate.reason, "the one before it"
    assert service.requests < 21 + 60, "of which the list takes 21"


@pytest.mark.parametrize(
    ("count", "place", "largest"), [(300, 15, 50), (300, 2, 50), (30, 20, 20), (30, 15, 10), (8, 5, 5)]
)
@pytest.mark.parametrize("sorting", ["honoured", "refused"])
def test_the_first_page_may_have_one(count: int, place: int, largest: int, sorting: Any) -> None:
    """Where another page of that size is answered, the list is read in such pages, else in smaller ones."""
    listing = DriftingList(count, manners=Manners(cap=50, sorting=sorting))
    service = at(listing, place)
    walk = walk_of(service, concurrency=4)
    assert largest == walk.behaviour.max_size
    assert {*listing.visible} - service.unshown == read(walk)
    assert not walk.certificate.complete


@pytest.mark.parametrize("number", [10, 24])
def test_a_list_with_many_of_them_fails(number: int) -> None:
    listing = DriftingList(1000, manners=Manners(cap=50))
    service = at(listing, *range(30, 30 + 40 * number, 40))
    walk = walk_of(service)
    with nullcontext() if number == 10 else pytest.raises(Broken, match=r"Cannot serialise. \d+ records of the 1,000"):
        assert {*listing.visible} - service.unshown == read(walk)
    assert not walk.certificate.complete


def test_a_list_whose_small_pages_cannot_be_moved_fails() -> None:
    """Pages of eight rows cannot overlap at row 36: most records would be missing, in a list that counts as loaded."""
    listing = DriftingList(300, manners=Manners(cap=8))
    walk = walk_of(at(listing, 16))
    with pytest.raises(Broken):
        list(walk)
    assert not walk.certificate.complete


@pytest.mark.parametrize("one", [5, 100, 300, 595])
@pytest.mark.parametrize("hides", [(), ("PENDING",)])
def test_a_status_may_have_one(one: int, hides: tuple[str, ...]) -> None:
    """It does not make the status a hidden one, which would be read by its name each night."""
    bookings = Bookings(1, hides=hides, pending=80)
    service = Unshown(bookings, [one])
    behaviour = probe(bookings, key, ceiling=50)
    walk = walk_by_status(service, behaviour, Statuses("statuses", STATUSES), concurrency=4)
    assert bookings.rows.keys() - {one} == read(walk)
    assert {*hides} == walk.hidden
    assert not walk.certificate.complete
    assert "The service answers 500 to the record " in walk.certificate.reason


class UnshownService(OddService):
    """A service that answers 500 to every page with a certain record of each list, and to requests for that record."""

    def __init__(self, seed: int) -> None:
        super().__init__(drawn(seed), seed)
        draw = random.Random(seed)
        self.unshown = {one.stream.name: draw.choice([*one.held]) for one in self.lists if one.held}

    def found(self, one: OddList, own: str, query: dict[str, str]) -> Any:
        answer = super().found(one, own, query)
        record = one.held.get(self.unshown.get(one.stream.name, ""))
        if record and encode(record) in encode(answer):
            raise Refusal(500)
        return answer


@pytest.mark.chaos
@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("seed", SEEDS)
def test_no_list_with_such_a_record_is_called_complete(seed: int) -> None:
    found = three_nights(UnshownService(seed), seed)
    assert not found.wrong, "\n".join([f"service {seed}: {drawn(seed)}", *found.wrong])
    print(f"service {seed}: complete {dict(found.complete)}, not complete {dict(found.incomplete)}")
