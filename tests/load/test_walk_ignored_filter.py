"""A status filter that is ignored, for some statuses or for all, or goes by another name."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import pytest

from load.bookings_by_status import STATUSES, Bookings, row_of, walk_all, walk_by_status
from load.drifting_list import key
from nightaudit.client.page import Page
from nightaudit.errors import Refused, UnprovenWalk
from nightaudit.load.hidden.status_filter import NO_STATUS
from nightaudit.load.pages.probe import probe
from nightaudit.load.streams.stream import Statuses


def test_an_ignored_filter_is_said_and_not_walked_by_name() -> None:
    bookings = Bookings(1, hides=())
    bookings.ignores_filter = True
    ids, walk = walk_all(bookings)
    assert 600 == len(ids)
    assert walk.certificate.complete
    assert "ignores statuses" in walk.certificate.reason
    assert ["no status filter"] == [part.selection for part in walk.parts]


@pytest.mark.parametrize(("pending", "hides"), [(30, ("PENDING",)), (0, ()), (1, ())])
def test_where_the_filter_is_ignored_what_is_said_to_be_hidden_unasked_has_to_be_shown(
    pending: int, hides: tuple[str, ...]
) -> None:
    bookings = Bookings(1, pending=pending, hides=hides)
    bookings.ignores_filter = True
    ids, walk = walk_all(bookings, unasked=("PENDING", "NO_SHOW"))
    shown = any(bookings.rows[one] == "PENDING" for one in ids)
    assert shown == walk.certificate.complete
    assert shown or "the list shows no PENDING, NO_SHOW" in walk.certificate.reason


@pytest.mark.parametrize("sorted_only", [False, True])
@pytest.mark.parametrize("hidden", ["PENDING", "CANCELLED"])
def test_a_filter_that_is_ignored_in_a_sorted_list_is_used_in_an_unsorted_one(
    hidden: str, *, sorted_only: bool
) -> None:
    """The list grows at every request, so no page of a status equals the page of the complete list."""
    bookings = Bookings(6, hides=(hidden,))
    bookings.grows, bookings.honours_filter = True, lambda sort: bool(sort) is sorted_only
    before = set(bookings.rows)
    ids, walk = walk_all(bookings, unasked=("PENDING",))
    assert before <= set(ids)
    assert walk.certificate.complete


@pytest.mark.parametrize("hides", [("PENDING",), ()])
def test_where_the_filter_is_ignored_for_what_is_said_to_be_hidden_unasked_it_has_to_be_shown(
    hides: tuple[str, ...],
) -> None:
    """The filter is honoured for every other status, and for one that does not exist."""
    bookings = Bookings(1, hides=hides)
    bookings.ignored_for = ("PENDING",)
    ids, walk = walk_all(bookings, unasked=("PENDING",))
    assert len(ids) == (570 if hides else 600)
    assert walk.certificate.complete is not bool(hides)
    assert not hides or "statuses is ignored, and the list shows no PENDING" in walk.certificate.reason


@pytest.mark.parametrize("hides", [("PENDING",), ()])
@pytest.mark.parametrize("how", ["refuses every name", "knows others"])
def test_where_no_status_brings_a_record_the_hidden_ones_have_to_be_shown(how: str, hides: tuple[str, ...]) -> None:
    """A filter that refuses whatever it is asked for, or goes by names in lower case, as the records do."""
    bookings = Bookings(1, hides=hides)
    if how == "knows others":
        bookings.rows = {one: status.lower() for one, status in bookings.rows.items()}
        bookings.hides = tuple(map(str.lower, hides))
    else:
        bookings.unknown = (*STATUSES, NO_STATUS)
    ids, walk = walk_all(bookings, unasked=("PENDING",))
    assert len(ids) == (570 if hides else 600)
    assert walk.certificate.complete is not bool(hides)
    assert (
        not hides or "No record was found with the filter statuses, although the list shows" in walk.certificate.reason
    )


class Shuffled:
    """A few bookings in another order each time, seven a page; the filter goes by the other name than the first."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.rows = {one: self.random.choice(STATUSES) for one in range(1, self.random.randint(4, 16))}

    def __call__(self, page: int, size: int, sort: str | None = None, **asked: Any) -> Page:
        del sort
        wanted, size = asked.get("status"), min(size, 7)
        ids = [one for one, status in self.rows.items() if (status == wanted if wanted else status != "PENDING")]
        self.random.shuffle(ids)
        chosen = ids[page * size : page * size + size]
        return Page(tuple(row_of(one, self.rows[one]) for one in chosen), "short", page, size, len(ids))


class Strict(Bookings):
    """Refuses a filter by any name but its own."""

    def __call__(self, page: int, size: int, sort: str | None = None, **filters: Any) -> Page:
        if filters.keys() - {"status"}:
            raise Refused("No such parameter.", status=400)
        return super().__call__(page, size, sort, **({"statuses": filters["status"]} if filters else {}))


@pytest.mark.parametrize("hides", [("PENDING",), STATUSES])
def test_a_name_of_the_filter_that_is_refused_is_not_its_own(hides: tuple[str, ...]) -> None:
    bookings = Strict(seed=1, hides=hides)
    names = Statuses("statuses", STATUSES, otherwise=("status",))
    walk = walk_by_status(bookings, probe(bookings, key, ceiling=50), names)
    assert {one for batch in walk for one, _ in batch} == bookings.rows.keys()
    assert "status" == walk.parameter


@pytest.mark.parametrize("concurrency", [1, 4])
def test_the_pages_that_are_read_anyway_show_that_the_filter_has_its_first_name(concurrency: int) -> None:
    bookings = Bookings(seed=1)
    names = Statuses("statuses", STATUSES, otherwise=("status",))
    behaviour = probe(bookings, key, ceiling=50)
    bookings.asked.clear()
    walk = walk_by_status(bookings, behaviour, names, concurrency=concurrency)
    assert {one for batch in walk for one, _ in batch} == bookings.rows.keys()
    assert 1 == bookings.asked.count(NO_STATUS)
    assert [2] * len(STATUSES) == [bookings.asked.count(status) for status in STATUSES], "before the list, and after it"


def test_a_page_that_shows_one_status_by_chance_is_not_taken_for_chosen_by_its_name() -> None:
    names, read = Statuses("statuses", STATUSES, otherwise=("status",)), 0
    for seed in range(200):
        bookings = Shuffled(seed)
        walk = walk_by_status(bookings, probe(bookings, key, ceiling=50), names)
        ids = set[Any]()
        with suppress(UnprovenWalk):
            ids.update(one for batch in walk for one, _ in batch)
        assert "status" == walk.parameter, f"service {seed}"
        if walk.certificate.complete:
            assert ids == bookings.rows.keys(), f"service {seed}"
            read += 1
    assert read > 80


@pytest.mark.parametrize("pending", [0, 1, 200])
def test_a_filter_that_takes_an_unknown_status_for_none_is_honoured(pending: int) -> None:
    bookings = Bookings(1, pending=pending)
    bookings.lenient = True
    ids, walk = walk_all(bookings)
    assert sorted(ids) == sorted(bookings.rows)
    assert walk.certificate.requests == len(bookings.asked)


@pytest.mark.parametrize(("sorts", "count"), [(True, 600), (False, 600), (False, 40)])
def test_a_value_for_which_the_filter_is_ignored_is_not_walked_by_name(count: int, *, sorts: bool) -> None:
    bookings = Bookings(1)
    bookings.rows = {one: bookings.rows[one].replace("ENQUIRY", "CONFIRMED") for one in range(1, count + 1)}
    bookings.ignored_for, bookings.sorts = ("ENQUIRY",), sorts
    ids, walk = walk_all(bookings, hidden=("ENQUIRY",))
    assert sorted(ids) == sorted(bookings.rows)
    assert "statuses=ENQUIRY" not in {part.selection for part in walk.parts}
    assert {"ENQUIRY", "PENDING"} == walk.hidden, "what is hidden is not forgotten because nobody can ask for it"
    assert walk.certificate.reason.startswith("ENQUIRY: hidden before, but the filter is now refused or ignored.")


def test_in_an_unsorted_list_as_many_records_of_a_status_are_not_taken_for_those_shown_without_one() -> None:
    bookings = Bookings(1)
    bookings.rows = {1: "CONFIRMED", 2: "CONFIRMED", 3: "PENDING", 4: "PENDING"}
    bookings.sorts, bookings.shows = False, lambda _, status: status.title()
    ids, walk = walk_all(bookings)
    assert ([1, 2, 3, 4], {"PENDING"}) == (sorted(ids), walk.hidden)


class GrowingOnce(Bookings):
    """One more booking comes after the first answer for ENQUIRY."""

    def __call__(self, page: int, size: int, sort: str | None = None, **filters: Any) -> Page:
        answer = super().__call__(page, size, sort, **filters)
        if filters.get("statuses") == "ENQUIRY" and self.asked.count("ENQUIRY") == 1:
            self.rows[len(self.rows) + 1] = "CONFIRMED"
        return answer


def test_a_status_whose_filter_is_ignored_is_not_hidden_because_the_list_grows() -> None:
    bookings = GrowingOnce(1)
    bookings.rows = {one: "CONFIRMED" if status == "ENQUIRY" else status for one, status in bookings.rows.items()}
    bookings.ignored_for = ("ENQUIRY",)
    ids, walk = walk_all(bookings)
    assert sorted(ids) == sorted(bookings.rows)
    assert {"PENDING"} == walk.hidden
    assert walk.certificate.complete
