"""Lists of which pages far from the beginning are not shown: they are read from both ends, and proven where these meet."""

from __future__ import annotations

import os
import re
from collections import Counter
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

import pytest

from load.dated_list import DatedList
from load.drifting_list import REFUSALS, DriftingList, Manners, key, walk_of
from load.partial_lists import ANSWERS, REACH, Reaching, Unshown
from nightaudit.client.page import Page
from nightaudit.errors import ApiError, Refused, UnprovenWalk
from nightaudit.load.pages.probe import probe

WALKS = int(os.environ.get("NIGHTAUDIT_TEST_WALKS", "60"))


@pytest.mark.parametrize("answer", ANSWERS)
@pytest.mark.parametrize("concurrency", [1, 4])
@pytest.mark.parametrize("counts", [True, False])
@pytest.mark.parametrize("count", [301, 320, 500, 530])
def test_a_list_of_twice_as_many_rows_is_proven(count: int, *, counts: bool, concurrency: int, answer: str) -> None:
    listing = DriftingList(count, manners=Manners(cap=50))
    walk = walk_of(Reaching(listing, answer, counts=counts), probe(listing, key), concurrency=concurrency)
    ids = [one for batch in walk for one, _ in batch]
    assert listing.visible == sorted(ids)
    certificate = walk.certificate
    assert certificate.complete
    if answer == "cut" and count < REACH + 50:  # the last page shows the rest
        assert certificate.tier == "overlap"
    else:
        assert certificate.tier == "both ways"
        assert re.search(ANSWERS[answer], certificate.reason)


def test_a_list_whose_readings_do_not_meet_fails() -> None:
    """A service that shows and counts the first rows only, whatever the order; thirty are stored."""
    listing = DatedList(30, manners=Manners(cap=50, reach=10, counts_reach=True))
    walk = walk_of(listing, replace(probe(DatedList(30), key), max_size=50), dates=True, stored=30)
    with pytest.raises(UnprovenWalk, match="ended after 10 records"):
        list(walk)
    assert not walk.certificate.complete


@pytest.mark.parametrize("answer", ANSWERS)
@pytest.mark.parametrize("counts", [True, False])
@pytest.mark.parametrize("place", [20, 60, 120, 141, 250, 299, 450])
def test_a_record_that_the_first_reading_left_out_is_not_forgotten(place: int, *, counts: bool, answer: str) -> None:
    listing = DriftingList(500, manners=Manners(cap=50))
    reaching = Reaching(listing, answer, counts=counts)
    walk = walk_of(Unshown(reaching, [listing.visible[place]]), probe(reaching, key))
    assert sum(len(batch) for batch in walk) == 499
    assert not walk.certificate.complete
    assert f"500 to the record after {listing.visible[place - 1]}" in walk.certificate.reason


@pytest.mark.parametrize("answer", REFUSALS)
def test_an_order_that_only_the_reading_from_the_end_shows_is_adapted_to(answer: str) -> None:
    """Texts of the ids are in the order of numbers up to where pages are refused."""
    listing = DriftingList(0, manners=Manners(cap=50, sorting="text"))
    listing.visible = [*range(1000, 1310), *range(9000, 9050), *range(20000, 20100)]
    walk = walk_of(Reaching(listing, answer))
    assert {one for batch in walk for one, _ in batch} == {*listing.visible}
    assert ("text", True) == (walk.behaviour.order, walk.certificate.complete)


def test_the_same_page_for_every_number_is_not_read_for_ever() -> None:
    listing = DriftingList(500, manners=Manners(cap=50, number="untold"))

    def first_backwards(page: int, size: int, sort: str | None = None, **filters: Any) -> Page:
        assert listing.requests < 200
        return listing(0, size, sort) if sort == "id,desc" else Reaching(listing)(page, size, sort, **filters)

    walk = walk_of(first_backwards)
    with pytest.raises(Refused, match="320 records of the 500 that the list states were read before"):
        list(walk)
    assert not walk.certificate.complete


@pytest.mark.parametrize("answer", REFUSALS)
@pytest.mark.parametrize("manners", [Manners(cap=50), Manners(cap=50, total_off_by=1)])
@pytest.mark.parametrize("count", [530, 1000])
def test_a_longer_one_fails_and_one_without_a_true_total_is_not_complete(
    count: int, manners: Manners, answer: str
) -> None:
    listing = DriftingList(count, manners=manners)
    walk = walk_of(Reaching(listing, answer), probe(listing, key))
    ids: set[Any] = set()
    with pytest.raises(REFUSALS[answer][0], match=r"too large. 5\d\d records") if count > 530 else nullcontext():
        ids.update(one for batch in walk for one, _ in batch)
    assert count > 530 or {*listing.visible} == ids
    assert (count == 530 and manners == Manners(cap=50)) == walk.certificate.complete


def test_nothing_is_lost_while_the_list_changes() -> None:
    """The control reads each page once, from either end, while rows are deleted."""
    outcome: Counter[str] = Counter()
    for seed in range(WALKS):
        drift, deletions = (0.1, 0.5, 1.0)[seed % 3], 1 + 11 * (seed % 3 == 1)
        listing = DriftingList(400 + seed % 130, seed, drift=drift, manners=Manners(cap=50), deletions=deletions)
        behaviour = probe(listing, key)
        listing.begin()
        reaching = Reaching(listing, [*ANSWERS][seed // 6 % 4])
        walk = walk_of(reaching, behaviour, concurrency=1 + 3 * (seed % 2))
        ids: set[Any] = set()
        try:
            ids.update(one for batch in walk for one, _ in batch)
        except ApiError:
            outcome["failed"] += 1
        outcome[f"{walk.certificate.tier}, {'complete' if walk.certificate.complete else 'unproven'}"] += 1
        assert not walk.certificate.complete or not listing.lost(ids), seed
        outcome["lost page after page"] += bool(_lost_naively(listing.count, seed))
    print(outcome)
    assert outcome["both ways, complete"] > WALKS / 2
    assert outcome["lost page after page"] > WALKS / 10


def _lost_naively(count: int, seed: int) -> set[int]:
    listing = DriftingList(count, seed, drift=0.5, events=("delete",))
    pages = [(page, sort) for sort in ("id,asc", "id,desc") for page in range(REACH // 50)]
    return listing.lost({key(row) for page, sort in pages for row in listing(page, 50, sort).rows})
