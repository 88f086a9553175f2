"""Odd services: their lists are read completely, refused, or marked unproven; none that lacks records is called complete."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import pytest

from load.drifting_list import DriftingList, Manners, key, walk_of
from nightaudit.client.busy import Broken
from nightaudit.client.page import Page
from nightaudit.errors import ApiError
from nightaudit.load.pages.probe import probe
from nightaudit.load.walks.certificate import digest

FEW_SIZES = Manners(allowed_sizes=(10, 20), other_sizes="refused")
PROVEN = {
    "a good one": Manners(),
    "size clamped and said so": Manners(cap=20),
    "size refused above 30": Manners(cap=30, over_cap="refuse"),
    "size clamped silently": Manners(cap=20, over_cap="silent"),
    "size clamped silently, bare": Manners(cap=20, envelope="bare", over_cap="silent"),
    "size fixed": Manners(fixed_size=17),
    "size fixed, bare": Manners(fixed_size=17, envelope="bare"),
    "only some sizes": Manners(cap=50, allowed_sizes=(5, 10, 20, 47)),
    "only some sizes, others refused": FEW_SIZES,
    "only some sizes, others refused, counts from 1": replace(FEW_SIZES, base=1, page_zero="refused"),
    "only some sizes, others refused, 404 behind the last page": replace(FEW_SIZES, behind="not found"),
    "only some sizes, others refused, the last page behind it": replace(FEW_SIZES, behind="last page"),
    "only some sizes, others refused, size tells the rows": replace(FEW_SIZES, told="size of rows"),
    "sizes below ten refused": Manners(allowed_sizes=tuple(range(10, 21)), other_sizes="refused"),
    "unpaged": Manners(paged=False, fixed_size=10**6),
    "unpaged, bare": Manners(paged=False, fixed_size=10**6, envelope="bare"),
    "counts from 1, 0 is the same": Manners(base=1, cap=20),
    "counts from 1, 0 refused": Manners(base=1, cap=20, page_zero="refused"),
    "counts from 1, 0 broken": Manners(base=1, cap=20, page_zero="broken"),
    "counts from 1, 0 empty": Manners(base=1, cap=20, page_zero="empty"),
    "counts from 1 and says so": Manners(base=1, cap=20, number="as asked"),
    "counts from 1, bare": Manners(base=1, cap=20, envelope="bare"),
    "counts from 1, size fixed": Manners(base=1, fixed_size=17),
    "number always 0": Manners(cap=20, number="constant"),
    "number not told": Manners(cap=20, number="untold"),
    "bare": Manners(cap=20, envelope="bare"),
    "embedded": Manners(cap=20, envelope="embedded"),
    "full": Manners(cap=20, envelope="full"),
    "no totals": Manners(cap=20, totals=False),
    "ids sorted as text": Manners(cap=20, sorting="text"),
    "size fixed, some counts its multiples": Manners(fixed_size=20),
    "404 behind the last page": Manners(cap=20, behind="not found"),
    "404 behind the last page, counts from 1": Manners(base=1, cap=20, page_zero="refused", behind="not found"),
    "404 behind the last page, bare": Manners(cap=20, envelope="bare", behind="not found"),
    "404 behind the last page, size fixed": Manners(fixed_size=20, behind="not found"),
    "400 behind the last page, no totals": Manners(cap=20, totals=False, behind="refused"),
    "204 behind the last page": Manners(cap=20, behind="no content"),
    "the last page behind it": Manners(cap=20, behind="last page"),
    "the last page behind it, no totals": Manners(cap=20, behind="last page", totals=False),
    "the last page behind it, size fixed": Manners(fixed_size=20, behind="last page"),
    "the last page behind it, counts from 1": Manners(base=1, cap=20, number="as asked", behind="last page"),
    "the first page behind the last": Manners(cap=20, behind="first page"),
    "the first page behind the last, no totals": Manners(cap=20, behind="first page", totals=False),
    "size tells the rows": Manners(cap=20, told="size of rows"),
    "total tells the rows": Manners(cap=20, told="total of page"),
    "total tells the rows, size clamped silently": Manners(cap=20, over_cap="silent", told="total of page"),
    "total tells the rows, size fixed": Manners(fixed_size=17, told="total of page"),
}
DOUBTFUL = {
    "page ignored, silently capped": Manners(paged=False, cap=50),
    "page ignored, capped, bare": Manners(paged=False, cap=50, envelope="bare"),
    "totals too high": Manners(cap=20, total_off_by=7),
    "totals too low": Manners(cap=20, total_off_by=-3),
    "one row a page": Manners(cap=1),
    "sort ignored": Manners(cap=20, sorting="ignored"),
    "sort ignored, no order": Manners(cap=20, sorting="ignored", unsorted="shuffled"),
    "each page sorted by itself": Manners(cap=20, sorting="each page by itself", unsorted="shuffled"),
    "each page sorted by itself, size fixed": Manners(
        fixed_size=17, sorting="each page by itself", unsorted="shuffled"
    ),
    "each page sorted by itself, nothing behind row 30": Manners(cap=20, sorting="each page by itself", reach=30),
    "each page sorted by itself, nothing behind row 30, of one page": Manners(sorting="each page by itself", reach=30),
    "each page sorted by itself, size fixed, nothing behind row 30": Manners(
        fixed_size=17, sorting="each page by itself", reach=30
    ),
    "sort refused": Manners(cap=20, sorting="refused"),
    "sort and some sizes refused": replace(FEW_SIZES, sorting="refused"),
    "some sizes refused, no totals": replace(FEW_SIZES, totals=False),
    "some sizes refused, bare": replace(FEW_SIZES, envelope="bare"),
    "some sizes refused, no order": replace(FEW_SIZES, sorting="ignored", unsorted="shuffled"),
    "some sizes refused, nothing behind row 60": replace(FEW_SIZES, reach=60),
    "sort and size refused": Manners(cap=20, over_cap="refuse", sorting="refused"),
    "size fixed, sort ignored": Manners(fixed_size=17, sorting="ignored", unsorted="shuffled"),
    "wrong echo now and then": Manners(cap=20, stumble=0.1),
    "nothing behind row 60": Manners(cap=20, reach=60),
    "nothing behind row 60, nor counted": Manners(cap=20, reach=60, counts_reach=True),
    "nothing behind row 30, of one page": Manners(reach=30),
    "nothing behind row 30, nor counted": Manners(reach=30, counts_reach=True),
    "nothing behind row 30, no totals": Manners(reach=30, totals=False),
    "nothing behind row 30, bare": Manners(reach=30, envelope="bare"),
    "404 behind row 60": Manners(cap=20, reach=60, behind="not found"),
    "404 behind row 60, no totals": Manners(cap=20, reach=60, behind="not found", totals=False),
    "404 behind row 60, no order": Manners(cap=20, reach=60, behind="not found", totals=False, sorting="ignored"),
    "404 behind the last page, no order": Manners(cap=20, behind="not found", sorting="ignored", unsorted="shuffled"),
    "the last page behind it, no order": Manners(cap=20, behind="last page", sorting="ignored", unsorted="shuffled"),
    "the last page behind it, no order, no totals": Manners(
        cap=20, behind="last page", sorting="ignored", unsorted="shuffled", totals=False
    ),
    "the last page behind it, number untold": Manners(cap=20, behind="last page", number="untold"),
    "the last page behind it, bare": Manners(cap=20, behind="last page", envelope="bare"),
    "the last page behind it, bare, no order": Manners(cap=20, behind="last page", envelope="bare", sorting="ignored"),
    "204 behind the last page, no order": Manners(cap=20, behind="no content", sorting="ignored", unsorted="shuffled"),
    "total tells the rows, no order": Manners(cap=20, told="total of page", sorting="ignored", unsorted="shuffled"),
}
COUNTS = (0, 1, 2, 3, 19, 20, 21, 40, 61, 237)


@pytest.mark.parametrize("text_keys", [False, True], ids=["numbers", "texts"])
@pytest.mark.parametrize("kind", PROVEN)
def test_a_list_without_changes_is_proven_complete(kind: str, text_keys: bool) -> None:  # noqa: FBT001 - a parameter of the test
    if text_keys and kind == "ids sorted as text":
        pytest.skip("text ids are sorted as text everywhere")
    for count in COUNTS:
        listing = DriftingList(count, count, manners=PROVEN[kind], text_keys=text_keys)
        walk = walk_of(listing)
        ids = [one for batch in walk for one, _ in batch]
        assert sorted(map(int, ids)) == listing.visible, (kind, count)
        assert walk.certificate.complete, (kind, count, walk.certificate.reason)
        assert walk.certificate.ids_digest == digest(ids)
        assert walk.certificate.row_count >= walk.certificate.distinct_ids == count


def test_a_broken_page_zero_before_an_empty_page_does_not_prove_an_empty_list() -> None:
    """The page after a single record that the service cannot show is empty, too, and some services count no row there."""
    with pytest.raises(Broken):
        walk_of(DriftingList(0, 0, manners=Manners(base=1, page_zero="broken", number="as asked")))


@pytest.mark.parametrize("drift", [0.0, 0.5])
@pytest.mark.parametrize("kind", [*PROVEN, *DOUBTFUL])
def test_no_list_comes_short_and_is_called_complete(kind: str, drift: float) -> None:
    whole = refused = unproven = 0
    for seed, count in enumerate(COUNTS * 2):
        listing = DriftingList(count, seed, drift=drift, manners=(PROVEN | DOUBTFUL)[kind])
        listing.begin()
        try:
            walk = walk_of(listing, concurrency=1 + seed % 2)
            listing.begin()
            ids = {one for batch in walk for one, _ in batch}
        except ApiError:
            refused += 1
            continue
        if walk.certificate.complete:
            whole += 1
            assert not listing.lost(ids), (kind, seed)
        else:
            unproven += 1
            assert walk.certificate.reason
    print(f"{kind}: {whole} whole, {unproven} unproven, {refused} refused")
    assert whole
    if kind in PROVEN:
        assert whole >= 16


def test_pages_of_one_row_prove_no_order() -> None:
    """A list from its highest id down, that ignores sorting, loses a row in front each time its fifth but last is near."""
    ids, walking = list(range(10, 0, -1)), False

    def shrinking(page: int, *_: Any, **__: Any) -> Page:
        if walking and page and ids[page : page + 1] == [5]:
            del ids[0]
        rows = tuple(b'{"id":%d}' % one for one in ids[page : page + 1])
        return Page(rows, "short", page, 1, len(ids))

    behaviour = probe(shrinking, key)
    walking = True
    walk = walk_of(shrinking, behaviour)
    read = {one for batch in walk for one, _ in batch}
    assert set(ids) <= read or not walk.certificate.complete


def test_ids_that_are_numbers_and_texts_are_read() -> None:
    rows = [b'{"id":1}', b'{"id":"b"}', b'{"id":2}', b'{"id":"a"}', b'{"id":3}']

    def mixed(page: int, size: int, sort: str | None = None, **_: Any) -> Page:
        assert sort is None or sort.startswith("id")
        return Page(tuple(rows[page * size : (page + 1) * size]), "short", page, size, len(rows))

    walk = walk_of(mixed, probe(mixed, key, ceiling=2), size=2, concurrency=4)
    assert {1, 2, 3, "a", "b"} == {one for batch in walk for one, _ in batch}
    assert walk.certificate.complete


def test_a_total_that_stops_counting_does_not_end_the_walk() -> None:
    listing = DriftingList(3000)

    def counted_to_100(page: int, size: int, sort: str | None = None, **_: Any) -> Page:
        found = listing(page, size, sort)
        return replace(found, total_elements=min(100, found.total_elements or 0))

    walk = walk_of(counted_to_100, probe(counted_to_100, key, ceiling=20), size=20, concurrency=4)
    assert listing.visible == [one for batch in walk for one, _ in batch]
    assert walk.certificate.complete


def test_a_list_cut_off_by_the_service_is_refused() -> None:
    listing = DriftingList(237, manners=DOUBTFUL["nothing behind row 60"])
    walk = walk_of(listing, concurrency=4)
    with pytest.raises(ApiError, match="The list ended after 60 records; its total says 237"):
        list(walk)
    assert not walk.certificate.complete


def test_a_changed_service_is_probed_again() -> None:
    listing = DriftingList(300, manners=Manners(cap=200))
    before = probe(listing, key)
    for after in (Manners(cap=30), Manners(cap=200, base=1), Manners(fixed_size=17), Manners(cap=200, sorting="text")):
        listing.manners = after
        walk = walk_of(listing, before, size=100, concurrency=4)
        ids = {one for batch in walk for one, _ in batch}
        assert ids == set(listing.visible)
        assert walk.certificate.complete, after
        assert walk.behaviour != before


@pytest.mark.parametrize("over_cap", ["clamp", "silent", "refuse"])
def test_a_largest_page_that_shrinks_during_the_walk_costs_no_record(
    over_cap: Literal["clamp", "silent", "refuse"],
) -> None:
    listing = DriftingList(437, manners=Manners(cap=50))
    walk = walk_of(listing)
    ids = set()
    for batch in walk:
        ids |= {one for one, _ in batch}
        listing.manners = Manners(cap=13, over_cap=over_cap)
    assert ids == set(listing.visible)
    assert walk.certificate.complete
    assert walk.behaviour.max_size <= 13


@pytest.mark.parametrize("count", [0, 1])
def test_a_list_too_short_to_tell_how_it_is_paged_is_probed_again_when_it_has_grown(count: int) -> None:
    for manners in (
        Manners(cap=20),
        Manners(base=1, cap=20, page_zero="empty"),
        Manners(fixed_size=17),
        Manners(cap=20, over_cap="silent", told="total of page"),
    ):
        before = probe(DriftingList(count, manners=manners), key)
        grown = DriftingList(99, manners=manners)
        walk = walk_of(grown, before, concurrency=4)
        ids = {one for batch in walk for one, _ in batch}
        assert ids == set(grown.visible), manners
        assert walk.certificate.complete


def test_a_total_that_counts_no_further_ends_no_walk() -> None:
    listing = DriftingList(900, manners=Manners(cap=7, total_off_by=-800, sorting="ignored"))
    walk = walk_of(listing)
    assert listing.visible == sorted({one for batch in walk for one, _ in batch})
    assert not walk.certificate.complete
