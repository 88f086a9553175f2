"""Pages that are short in the middle of a list, because the service leaves out rows after it has cut them."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Literal

import pytest

from load.drifting_list import DriftingList, Manners, key, walk_of
from nightaudit.client.page import Page
from nightaudit.errors import UnprovenWalk
from nightaudit.load.pages.probe import probe


@pytest.mark.parametrize("total", ["all", "shown"])
@pytest.mark.parametrize("changes", [False, True])
def test_a_list_whose_rights_are_applied_after_paging_is_read_and_proven(total: str, *, changes: bool) -> None:
    """A short page is not its end, whether the total counts all records or those that are shown."""
    draw = random.Random(7)
    ids = sorted(draw.sample(range(1, 5000), 310))
    shown = {one for one in ids if draw.random() < 0.9}
    all_the_time = set(shown)

    def listing(page: int, size: int, sort: str | None = None) -> Page:
        there = sorted(ids, reverse=bool(sort and sort.endswith("desc")))
        rows = tuple(b'{"id":%d}' % one for one in there[page * size : (page + 1) * size] if one in shown)
        answer = Page(rows, "short", page, size, len(there if total == "all" else shown.intersection(ids)))
        if changes and size > 2 and draw.random() < 0.5:
            gone = draw.choice(ids)
            ids.remove(gone)
            all_the_time.discard(gone)
        return answer

    walk = walk_of(listing)
    assert all_the_time <= {one for batch in walk for one, _ in batch}
    assert ("both ways", True) == (walk.certificate.tier, walk.certificate.complete)


def test_a_full_page_that_counts_its_own_rows_is_not_the_list_that_was_one_page_before() -> None:
    """When the list was probed, its only page was short: nothing showed yet what the total counts."""
    listing = DriftingList(19, manners=Manners(fixed_size=20, told="total of page"))
    behaviour = probe(listing, key)
    assert behaviour.totals
    listing.visible += range(1000, 1025)
    walk = walk_of(listing, behaviour)
    assert listing.visible == sorted(one for batch in walk for one, _ in batch)
    assert walk.certificate.complete


@pytest.mark.parametrize("counted_by", ["size given", "size asked"])
@pytest.mark.parametrize("newest_first", [True, False])
def test_a_page_cut_shorter_than_when_the_list_was_probed_is_not_its_end(
    counted_by: Literal["size given", "size asked"], *, newest_first: bool
) -> None:
    """The last row, read in descending order, is that of the same page: the service sorts each page by itself."""
    listing = DriftingList(150, manners=Manners(cap=200, sorting="each page by itself"))
    behaviour = probe(listing, key)
    listing.manners = Manners(cap=100, over_cap="silent", counted_by=counted_by, sorting="each page by itself")
    if newest_first:
        listing.visible.reverse()
    walk = walk_of(listing, behaviour, size=200, stored=150)
    read = {one for batch in walk for one, _ in batch}
    assert walk.certificate.complete
    assert set(listing.visible) == read


@pytest.mark.parametrize("behind", ["empty", "not found", "refused", "last page", "first page"])
def test_a_list_that_ends_before_its_total_is_proven_whatever_comes_after_it(
    behind: Literal["empty", "not found", "refused", "last page", "first page"],
) -> None:
    walk = walk_of(DriftingList(150, manners=Manners(cap=200, total_off_by=1, behind=behind)), size=200)
    assert [150] == [sum(map(len, walk))]
    assert walk.certificate.complete, walk.certificate.reason


class Cut(DriftingList):
    """Counts no further than 50 records."""

    def __call__(self, page: int, size: int, sort: str | None = None, **filters: object) -> Page:
        return replace(super().__call__(page, size, sort, **filters), total_elements=50)


@pytest.mark.parametrize("behind", ["empty", "refused", "last page"])
def test_a_total_that_the_offsets_reach_is_no_end_after_a_page_cut_shorter(
    behind: Literal["empty", "refused", "last page"],
) -> None:
    """The service counts no further than 50 records, and pages of 25 rows are at half the offset that 50 rows would be at."""

    manners = Manners(cap=50, over_cap="silent", sorting="ignored", unsorted="shuffled", behind=behind)
    listing = Cut(101, manners=manners)
    behaviour = probe(listing, key)
    listing.manners.cap = 25
    walk = walk_of(listing, behaviour, size=200)
    assert set(listing.visible) == {one for batch in walk for one, _ in batch}
    assert not walk.certificate.complete


def test_a_total_as_high_as_the_pages_are_long_is_no_proof_of_an_unsorted_list() -> None:
    walk = walk_of(
        Cut(101, manners=Manners(cap=50, over_cap="silent", sorting="ignored", unsorted="shuffled")), size=200
    )
    with pytest.raises(UnprovenWalk, match="states a total of 50, and more rows follow"):
        list(walk)
    assert not walk.certificate.complete
