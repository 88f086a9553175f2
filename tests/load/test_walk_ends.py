"""The end of lists without an order or a total: which answers after the last page prove the end."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any, Literal

import pytest

from load.drifting_list import DriftingList, Manners, key, walk_of
from nightaudit.client.page import Page
from nightaudit.errors import Refused, UnprovenWalk
from nightaudit.load.pages.probe import probe


@pytest.mark.parametrize("behind", ["not found", "refused"])
@pytest.mark.parametrize("count", [1, 3, 20, 40])
def test_a_refused_page_ends_the_list_and_proves_nothing(count: int, behind: Literal["not found", "refused"]) -> None:
    listing = DriftingList(count, manners=Manners(cap=20, envelope="bare", sorting="refused", behind=behind))
    walk = walk_of(listing)
    assert listing.visible == sorted(int(one) for batch in walk for one, _ in batch)
    assert not walk.certificate.complete
    assert walk.certificate.reason.endswith("The service refused the next page, so more records may follow.")


@pytest.mark.parametrize("behind", ["not found", "refused"])
@pytest.mark.parametrize("total_off_by", [3, 90])
def test_a_total_that_is_too_high_fails_no_list_that_refuses_pages_after_its_last(
    total_off_by: int, behind: Literal["not found", "refused"]
) -> None:
    """Where the last page had room for more rows. Both orders together prove the list without its total."""
    wrong = Manners(cap=20, sorting="ignored", behind=behind, total_off_by=total_off_by)
    for manners in (wrong, replace(wrong, sorting="honoured", fixed_size=20)):
        listing = DriftingList(50, manners=manners)
        walk = walk_of(listing)
        assert listing.visible == sorted(int(one) for batch in walk for one, _ in batch)
        assert walk.certificate.complete is (manners.sorting == "honoured")
        said = f"It states a total of {50 + total_off_by}, but shows 50 records, and answers 404 after them."
        assert (said in walk.certificate.reason) is (manners.sorting == "ignored")
    full_pages = DriftingList(40, manners=wrong)
    with pytest.raises(Refused, match=rf"40 records of the {40 + total_off_by} that the list states were read before"):
        list(walk_of(full_pages))


@pytest.mark.parametrize(("count", "reach"), [(10_200, 10_000), (10_000, None), (10_001, None)])
def test_a_round_total_proves_no_list_without_an_order(count: int, reach: int | None) -> None:
    listing = DriftingList(count, manners=Manners(cap=1_000, sorting="refused", reach=reach, counts_reach=True))
    walk = walk_of(listing, size=1_000)
    assert min(count, reach or count) == sum(len(batch) for batch in walk)
    assert walk.certificate.complete is (count == 10_001)
    assert walk.certificate.complete or walk.certificate.reason.endswith(
        "a number at which a service may stop counting."
    )


def test_an_empty_page_proves_a_list_of_one_page() -> None:
    listing = DriftingList(3, manners=Manners(cap=20, envelope="bare", sorting="refused"))
    walk = walk_of(listing)
    assert listing.visible == sorted(int(one) for batch in walk for one, _ in batch)
    assert walk.certificate.complete


@pytest.mark.parametrize("fixed", [True, False])
@pytest.mark.parametrize("count", [7, 23])
def test_a_list_that_grows_while_it_is_probed_is_read_beyond_its_first_page(count: int, *, fixed: bool) -> None:
    """Its pages count from one, and page 0 is the first, too: a record that comes meanwhile makes the two differ."""
    rows, asked = list(range(1, count + 1)), list[int]()

    def listing(page: int, size: int, **_: Any) -> Page:
        asked.append(page)
        if len(asked) == 2:
            rows.insert(0, 1000)
        size = 10 if fixed else min(size, 10)
        offset = max(page - 1, 0) * size
        return Page(tuple(b'{"id":%d}' % one for one in rows[offset : offset + size]), "embedded")

    walk = walk_of(listing)
    assert {*rows} == {one for batch in walk for one, _ in batch}


@pytest.mark.parametrize("count", range(21, 27))
def test_a_page_of_rows_met_before_is_no_end_of_a_list_in_another_order_each_time(count: int) -> None:
    """Its second page may show no further record, and a page of one row the same on pages 0 and 1."""
    manners = Manners(cap=20, envelope="bare", sorting="ignored", unsorted="at random")
    for seed in range(20):
        listing = DriftingList(count, seed, manners=manners)
        walk = walk_of(listing)
        ids = [one for batch in walk for one, _ in batch]
        assert count == len(ids) or not walk.certificate.complete


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
        list(walk_of(closing, behaviour))


@pytest.mark.parametrize("accidents", [0, 1, 2, 3, 1_000])
def test_an_empty_array_in_the_place_of_a_page_is_not_taken_for_an_empty_list(accidents: int) -> None:
    """As a gateway answers for a service that is away: asked again, and where it stays, left to the next load to say."""
    listing = DriftingList(300)
    behaviour, left = probe(listing, key), [accidents]

    def away(page: int, size: int, sort: str | None = None) -> Page:
        left[0] -= 1
        return Page((), "bare") if left[0] >= 0 else listing(page, size, sort)

    walk = walk_of(away, behaviour)
    read = sorted(int(one) for batch in walk for one, _ in batch)
    assert read == ([] if accidents == 1_000 else listing.visible)
    assert walk.certificate.complete is (accidents < 1_000)
    later = walk_of(away, walk.behaviour)
    assert len(read) == sum(len(batch) for batch in later)
    assert later.certificate.complete


@pytest.mark.parametrize("fixed_size", [None, 20])
@pytest.mark.parametrize("away", [None, 1, 2, 3])
def test_a_list_that_shows_nothing_a_moment_later_is_not_complete(away: int | None, fixed_size: int | None) -> None:
    """As where another backend answers for a while, and knows no record: after so many pages, until the list was read."""
    listing = DriftingList(52, manners=Manners(fixed_size=fixed_size))
    behaviour, empty = probe(listing, key), DriftingList(0, manners=listing.manners)
    listing.begin()

    def answering(page: int, size: int, sort: str | None = None) -> Page:
        return (listing if away is None or listing.requests < away else empty)(page, size, sort)

    walk = walk_of(answering, behaviour, size=20)
    list(walk)
    assert walk.certificate.complete is (away is None)


@pytest.mark.parametrize("most", [140, 300])
def test_a_list_of_which_only_the_first_rows_are_shown_is_not_complete(most: int) -> None:
    """As a search index shows its first 10,000, and counts no more; the control is shown whole."""
    rows = [b'{"id":%d}' % one for one in range(1, 301)]

    def listing(page: int, size: int, sort: str | None = None, **_: Any) -> Page:
        shown = sorted(rows, key=key, reverse=bool(sort and sort.endswith("desc")))[:most]
        return Page(tuple(shown[page * size : page * size + size]), "short", page, size, len(shown))

    walk = walk_of(listing)
    if most == 300:
        assert 300 == sum(len(batch) for batch in walk)
    else:
        with pytest.raises(UnprovenWalk, match="but more records may follow"):
            list(walk)
    assert walk.certificate.complete is (most == 300)


@pytest.mark.parametrize("shown", [0, 144])
@pytest.mark.parametrize("fixed_size", [None, 50])
def test_rows_that_are_counted_and_not_shown_are_not_taken_for_gone(shown: int, fixed_size: int | None) -> None:
    """As where an index counts what a filter of rights leaves out; neither end of the list shows them."""
    rows = [b'{"id":%d}' % one for one in range(1, 301)]

    def listing(page: int, size: int, sort: str | None = None, **_: Any) -> Page:
        size, back = fixed_size or size, bool(sort and sort.endswith("desc"))
        part = slice(page * size, page * size + size)
        there = rows[:shown][part] if not back else rows[::-1][part] if size == 2 else []
        return Page(tuple(there), "short", page, size, 300)

    walk = walk_of(listing, probe(DriftingList(300, manners=Manners(fixed_size=fixed_size)), key), concurrency=4)
    with suppress(UnprovenWalk):
        assert shown == sum(len(batch) for batch in walk)
    assert not walk.certificate.complete


@pytest.mark.parametrize("sorting", ["honoured", "ignored"])
@pytest.mark.parametrize(
    "told", [Manners(envelope="bare"), Manners(totals=False), Manners()], ids=["bare", "no total", "total"]
)
@pytest.mark.parametrize("count", [90, 100, 150, 300, 480, 700])
def test_a_service_that_gives_fewer_rows_and_counts_pages_by_the_size_asked_for(
    count: int, told: Manners, sorting: Literal["honoured", "ignored"]
) -> None:
    manners = replace(told, cap=100, over_cap="silent", counted_by="size asked", sorting=sorting)
    listing = DriftingList(count, manners=manners)
    walk = walk_of(listing, probe(listing, key, ceiling=500), size=500)
    assert listing.visible == sorted(int(one) for batch in walk for one, _ in batch)
    assert walk.certificate.complete is (sorting == "honoured" or count <= 100 or told == Manners())


@pytest.mark.parametrize("largest", [3, 10])
def test_ids_that_are_numbers_and_texts_are_no_order(largest: int) -> None:
    """Numbers first, then texts, in pages that hold both or one of them."""
    rows = [*(b'{"id":%d}' % one for one in range(1, 26)), *(b'{"id":"A%02d"}' % one for one in range(1, 26))]

    def listing(page: int, size: int, sort: str | None = None, **_: Any) -> Page:
        there = rows[::-1] if sort and sort.endswith("desc") else rows
        return Page(tuple(there[page * size : page * size + size]), "short", page, size, len(rows))

    walk = walk_of(listing, probe(listing, key, ceiling=largest), size=largest)
    assert 50 == sum(len(batch) for batch in walk)


def test_a_list_of_one_page_is_proven_where_other_sizes_are_refused() -> None:
    rows = tuple(b'{"id":%d}' % one for one in range(1, 8))

    def listing(page: int, size: int, sort: str | None = None, **_: Any) -> Page:
        if size not in {1, 2, 50}:
            raise Refused("Size must be one of 1, 2, 50.", status=400)
        there = rows[::-1] if sort and sort.endswith("desc") else rows
        return Page(there[page * size : page * size + size], "bare")

    walk = walk_of(listing, probe(listing, key, ceiling=50))
    assert 7 == sum(len(batch) for batch in walk)
    assert walk.certificate.complete


@pytest.mark.parametrize(
    "told",
    [
        Manners(envelope="bare", totals=False, page_zero="empty", number="as asked"),
        Manners(totals=False, page_zero="empty", number="as asked"),
        Manners(page_zero="empty", told="total of page"),
        Manners(page_zero="empty", told="total of page", fixed_size=10),
    ],
    ids=["bare", "no total", "total of page", "fixed size"],
)
@pytest.mark.parametrize("sorting", ["honoured", "ignored", "refused"])
@pytest.mark.parametrize("count", [1, 8, 35])
@pytest.mark.parametrize("known", [0, 1])
@pytest.mark.parametrize(("before", "now"), [(0, 1), (1, 0)])
def test_a_service_that_counts_its_pages_otherwise_since_is_probed_anew(
    before: int, now: int, known: int, count: int, sorting: Literal["honoured", "ignored", "refused"], told: Manners
) -> None:
    """Also where the list had no records when it was probed."""
    told = replace(told, sorting=sorting)
    behaviour = probe(DriftingList(count * known, manners=replace(told, base=before)), key, ceiling=10)
    listing = DriftingList(count, manners=replace(told, base=now))
    walk = walk_of(listing, behaviour, size=10)
    read = sorted(int(one) for batch in walk for one, _ in batch)
    assert read == listing.visible or not walk.certificate.complete
    assert read == listing.visible or sorting != "honoured"


@pytest.mark.parametrize("sorting", ["honoured", "ignored", "refused"])
@pytest.mark.parametrize(
    ("count", "manners", "since"),
    [
        (14, Manners(told="total of page", fixed_size=20), Manners(told="total of page", fixed_size=7)),
        (1, *[Manners(told="total of page", cap=7, over_cap="silent")] * 2),
    ],
    ids=["fixed size", "one record"],
)
def test_a_page_whose_numbers_count_its_own_rows_is_not_taken_for_the_whole_list(
    count: int, manners: Manners, since: Manners, sorting: Literal["honoured", "ignored", "refused"]
) -> None:
    """Where that could not be seen when the list was probed, as it had one page, or one record."""
    behaviour = probe(DriftingList(count, manners=replace(manners, sorting=sorting)), key, ceiling=200)
    listing = DriftingList(15, manners=replace(since, sorting=sorting))
    assert (7, 7) == (len(listing(0, 20).rows), listing(0, 20).total_elements)
    walk = walk_of(listing, behaviour, size=20)
    assert listing.visible == sorted(int(one) for batch in walk for one, _ in batch)
    assert walk.certificate.complete == (sorting == "honoured")


@pytest.mark.parametrize("told", [Manners(number="as asked"), Manners(envelope="bare")], ids=["told", "bare"])
@pytest.mark.parametrize("sorting", ["honoured", "ignored"])
def test_a_service_that_answered_page_0_as_page_1_and_counts_from_0_since_is_probed_anew(
    sorting: Literal["honoured", "ignored"], told: Manners
) -> None:
    told = replace(told, sorting=sorting, cap=50)
    behaviour = probe(DriftingList(260, manners=replace(told, base=1)), key)
    listing = DriftingList(260, manners=told)
    walk = walk_of(listing, behaviour)
    assert listing.visible == sorted(int(one) for batch in walk for one, _ in batch)
    assert walk.certificate.complete or (sorting, told.envelope) == ("ignored", "bare")
    assert 0 == walk.behaviour.page_base
