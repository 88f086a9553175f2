"""Default filters hide rows: every status is read, also records that change between hidden and shown during the walk."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from drifting_list import key, walk_of
from rounds import Rounds

from nightaudit.client.page import Page
from nightaudit.client.retry import Broken
from nightaudit.errors import Forbidden, Refused, ServiceFailed, UnprovenWalk
from nightaudit.load.pages.behaviour import Behaviour
from nightaudit.load.pages.probe import probe
from nightaudit.load.streams.stream import Statuses
from nightaudit.load.walks.first_pages import LARGE_ROWS, SAMPLED_ROWS
from nightaudit.load.walks.listing import Listing
from nightaudit.load.walks.status_filter import NO_STATUS
from nightaudit.load.walks.statuses import StatusWalk

STATUSES = ("ENQUIRY", "PENDING", "CONFIRMED", "CHECKED_IN", "CHECKED_OUT", "CANCELLED")
NEXT = {"ENQUIRY": "PENDING", "PENDING": "CONFIRMED", "CONFIRMED": "CHECKED_IN", "CHECKED_IN": "CHECKED_OUT"}


def row_of(one: int, shown: str) -> bytes:
    """A booking that shows these statuses, separated by commas: its own, or those of its room stays."""
    stays = ",".join(f'{{"status":"{status}"}}' for status in shown.split(","))
    return (
        f'{{"id":{one},"roomStays":[{stays}]}}'.encode()
        if "," in shown
        else f'{{"id":{one},"status":"{shown}"}}'.encode()
    )


class Bookings:
    """Bookings that hide some statuses unless asked; a record changes its status at most once."""

    def __init__(
        self, seed: int, *, pending: int = 30, hides: tuple[str, ...] = ("PENDING",), flips: float = 0.0
    ) -> None:
        self.random = random.Random(seed)
        others = [status for status in STATUSES if status != "PENDING"]
        self.rows = {one: self.random.choice(others) for one in range(1, 601)}
        for one in self.random.sample(sorted(self.rows), pending):
            self.rows[one] = "PENDING"
        self.hides, self.flips = hides, flips
        self.flipped: set[int] = set()
        self.ignores_filter = self.forbids = False
        self.breaks_on: tuple[str, ...] = ()
        self.lenient = False  # takes a status that it does not know for none
        self.unknown: tuple[str, ...] = ()
        self.refused_once: set[str] = set()
        self.refused_again: set[str] = set()  # whenever they are asked for but the first time
        self.ignored_for: tuple[str, ...] = ()
        self.honours_filter: Callable[[str | None], bool] = lambda _: True  # where the list is sorted so
        self.counts_all = False  # whether the total of a status counts all bookings
        self.grows = False  # by one confirmed booking before each answer
        self.shows: Callable[[int, str], str] = lambda _, status: status
        self.asked: list[Any] = []
        self.sizes: list[int] = []

    def __call__(self, page: int, size: int, sort: str | None = None, **filters: Any) -> Page:
        wanted = filters.get("statuses")
        self.asked.append(wanted)
        self.sizes.append(size)
        if self.forbids and wanted:
            raise Forbidden("The scope is missing.", status=403)
        if wanted in {*self.unknown, *([NO_STATUS] if self.unknown else []), *self.refused_once}:
            self.refused_once.discard(wanted)
            raise Refused("No such status.", status=400)
        if wanted in self.refused_again and wanted in self.asked[:-1]:
            raise Refused("No such status.", status=400)
        if wanted in self.breaks_on:
            raise Broken("Internal error.", status=500)
        if self.grows:
            self.rows[len(self.rows) + 1] = "CONFIRMED"
        ignores = self.ignores_filter or not self.honours_filter(sort)
        if ignores or wanted in {None, *self.ignored_for} or (self.lenient and wanted not in STATUSES):
            ids = [one for one, status in self.rows.items() if status not in self.hides]
        else:
            ids = [one for one, status in self.rows.items() if status == wanted]
        ids.sort(reverse=bool(sort and sort.endswith("desc")))
        chosen = ids[page * size : page * size + size]
        answer = Page(
            tuple(row_of(one, self.shows(one, self.rows[one])) for one in chosen),
            "short",
            page,
            size,
            len(self.rows) if self.counts_all and wanted else len(ids),
        )
        if self.random.random() < self.flips:
            for one in self.random.sample(sorted(set(self.rows) - self.flipped), 3):
                self.rows[one] = NEXT.get(self.rows[one], self.rows[one])
                self.flipped.add(one)
        return answer


def walk_by_status(
    bookings: Any, behaviour: Behaviour, statuses: Statuses, *, concurrency: int = 1, **given: Any
) -> StatusWalk:
    return StatusWalk(Listing(bookings, key, size=50, concurrency=concurrency), behaviour, statuses=statuses, **given)


def walk_all(bookings: Bookings, unasked: tuple[str, ...] = (), **given: Any) -> tuple[list[int], StatusWalk]:
    behaviour = probe(bookings, key, ceiling=50)
    bookings.asked.clear()
    bookings.sizes.clear()
    walk = walk_by_status(bookings, behaviour, Statuses("statuses", STATUSES, unasked=unasked), **given)
    ids = [int(one) for batch in walk for one, _ in batch]
    assert len(ids) == len(set(ids))
    return ids, walk


@pytest.mark.parametrize("pending", [0, 1, 20, 30, 200])
@pytest.mark.parametrize("expected", [None, LARGE_ROWS])
def test_hidden_statuses_are_read_by_name(pending: int, *, expected: int | None) -> None:
    bookings = Bookings(1, pending=pending)
    ids, walk = walk_all(bookings, expected=expected)
    assert sorted(ids) == sorted(bookings.rows)
    assert walk.certificate.complete
    assert walk.hidden == ({"PENDING"} if pending else set())
    assert walk.certificate.requests == len(bookings.asked)
    unasked = walk_of(bookings, walk.behaviour, concurrency=4)
    assert sum(len(batch) for batch in unasked) == 600 - pending, "the control: unasked, the list hides them"


def test_of_a_long_list_few_rows_of_each_status_are_asked_for_that_has_more_than_a_page() -> None:
    sizes: dict[int | None, list[int]] = {}
    for expected in (None, LARGE_ROWS):
        bookings = Bookings(1, pending=30)
        walk_all(bookings, expected=expected)
        sizes[expected] = [size for size, status in zip(bookings.sizes, bookings.asked, strict=True) if status]
    print(f"rows asked for by name: {sum(sizes[None])}, of a long list {sum(sizes[LARGE_ROWS])}")
    more_than_a_page, before_and_after = len(STATUSES) - 1, 2
    assert (
        sum(sizes[None]) - sum(sizes[LARGE_ROWS])
        == before_and_after * more_than_a_page * (50 - SAMPLED_ROWS) - SAMPLED_ROWS
    )
    assert len(sizes[LARGE_ROWS]) == len(sizes[None]) + 1, "that of one page is asked for its few rows first, and once"


@pytest.mark.sampled
@pytest.mark.parametrize("expected", [None, LARGE_ROWS])
def test_records_that_change_sides_meanwhile_are_read(*, expected: int | None) -> None:
    lost = lost_unasked_and_by_name = 0
    for seed in range(60):
        for hidden in ((), ("PENDING",)):
            bookings = Bookings(seed, pending=40 + 100 * (seed % 2), flips=0.7)
            ids, walk = walk_all(bookings, hidden=hidden, expected=expected)
            lost += 600 - len(ids)
            assert walk.certificate.complete
        bookings = Bookings(seed, pending=40 + 100 * (seed % 2), flips=0.7)
        behaviour = probe(bookings, key, ceiling=50)
        seen = {one for batch in walk_of(bookings, behaviour) for one, _ in batch}
        by_name = walk_of(bookings, behaviour, filters={"statuses": "PENDING"})
        seen |= {one for batch in by_name for one, _ in batch}
        lost_unasked_and_by_name += 600 - len(seen)
    print(f"lost {lost} in 120 walks; the list and then its hidden status: {lost_unasked_and_by_name} lost in 60")
    assert lost == 0
    assert lost_unasked_and_by_name > 0


class Turning(Bookings):
    """Hides two statuses of more than a page; at one request, a record passes from one of them to the other."""

    def __init__(self, at: int, before: str, after: str) -> None:
        super().__init__(1, pending=130, hides=("PENDING", "CANCELLED"))
        self.at, self.after = at, after
        self.turns = max(one for one, status in self.rows.items() if status == before)

    def __call__(self, page: int, size: int, sort: str | None = None, **filters: Any) -> Page:
        if len(self.asked) == self.at:
            self.rows[self.turns] = self.after
        return super().__call__(page, size, sort, **filters)


@pytest.mark.sampled
@pytest.mark.parametrize("expected", [None, LARGE_ROWS])
@pytest.mark.parametrize("turn", [("PENDING", "CANCELLED"), ("CANCELLED", "PENDING")])
def test_a_record_that_passes_from_one_hidden_status_to_another_is_read_whenever_that_is(
    turn: tuple[str, str], *, expected: int | None
) -> None:
    still = Turning(-1, *turn)
    ids, _ = walk_all(still, expected=expected)
    assert len(ids) == len(still.rows)
    lost = [at for at in range(len(still.asked)) if len(walk_all(Turning(at, *turn), expected=expected)[0]) < len(ids)]
    assert not lost, f"of {len(still.asked)} requests it turned at, lost at {lost}"


def test_an_ignored_filter_is_said_and_not_walked_by_name() -> None:
    bookings = Bookings(1, hides=())
    bookings.ignores_filter = True
    ids, walk = walk_all(bookings)
    assert len(ids) == 600
    assert walk.certificate.complete
    assert "ignores statuses" in walk.certificate.reason
    assert [part.selection for part in walk.parts] == ["no status filter"]


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


def test_totals_that_count_the_records_of_other_statuses_keep_no_list_from_being_proven() -> None:
    bookings = Bookings(6)
    bookings.rows = {one: "CONFIRMED" if status == "CANCELLED" else status for one, status in bookings.rows.items()}
    bookings.counts_all = True
    ids, walk = walk_all(bookings)
    assert (walk.certificate.complete, walk.certificate.reason) == (True, "")
    assert sorted(ids) == sorted(bookings.rows)


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
def test_where_no_status_brings_a_record_by_its_name_what_is_said_to_be_hidden_unasked_has_to_be_shown(
    how: str, hides: tuple[str, ...]
) -> None:
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

    def __call__(self, page: int, size: int, **asked: Any) -> Page:
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
    assert walk.parameter == "status"


def test_a_page_that_shows_one_status_by_chance_is_not_taken_for_chosen_by_its_name() -> None:
    names, read = Statuses("statuses", STATUSES, otherwise=("status",)), 0
    for seed in range(200):
        bookings = Shuffled(seed)
        walk = walk_by_status(bookings, probe(bookings, key, ceiling=50), names)
        ids = set[Any]()
        with suppress(UnprovenWalk):
            ids.update(one for batch in walk for one, _ in batch)
        if walk.certificate.complete:
            assert ids == bookings.rows.keys(), f"service {seed}, asked by {walk.parameter}"
            read += 1
    assert read > 80


@pytest.mark.parametrize("pending", [0, 1, 200])
def test_a_filter_that_takes_an_unknown_status_for_none_is_honoured(pending: int) -> None:
    bookings = Bookings(1, pending=pending)
    bookings.lenient = True
    ids, walk = walk_all(bookings)
    assert sorted(ids) == sorted(bookings.rows)
    assert walk.certificate.requests == len(bookings.asked)


@pytest.mark.parametrize("lenient", [False, True])
@pytest.mark.parametrize("pending", [1, 30, 200])
@pytest.mark.parametrize(
    "shows",
    [
        lambda one, status: "PENDING_PAYMENT" if status == "PENDING" and one % 3 == 0 else status,
        lambda one, status: "" if status == "PENDING" and one % 3 == 0 else status,
        lambda _, status: status.title(),
        lambda *_: "",
    ],
    ids=["another one", "none", "as a label", "never any"],
)
def test_what_a_status_brings_is_kept_whatever_status_it_shows(
    shows: Callable[[int, str], str], pending: int, *, lenient: bool
) -> None:
    bookings = Bookings(1, pending=pending)
    bookings.shows, bookings.lenient = shows, lenient
    ids, walk = walk_all(bookings)
    assert sorted(ids) == sorted(bookings.rows)
    assert walk.certificate.complete
    assert walk.certificate.requests == len(bookings.asked)
    assert "PENDING" in walk.hidden
    again, later = walk_all(bookings, hidden=walk.hidden)
    assert sorted(again) == sorted(bookings.rows)
    assert later.hidden == walk.hidden


@pytest.mark.parametrize("pending", [60, 200])
def test_a_hidden_status_is_walked_however_many_other_records_show_it_too(pending: int) -> None:
    bookings = Bookings(1, pending=pending)
    bookings.shows = lambda _, status: status if status == "ENQUIRY" else f"{status},PENDING"  # that of a room stay
    ids, walk = walk_all(bookings)
    assert sorted(ids) == sorted(bookings.rows)
    assert (walk.certificate.complete, walk.hidden) == (True, {"PENDING"})


def test_a_status_that_is_refused_once_is_no_doubt() -> None:
    bookings = Bookings(1)
    bookings.refused_once = {"PENDING"}
    ids, walk = walk_all(bookings)
    assert sorted(ids) == sorted(bookings.rows)
    assert (walk.certificate.complete, walk.certificate.reason) == (True, "")


def test_a_status_that_is_refused_at_the_end_is_a_doubt() -> None:
    """Of one that was longer than a page only that page was read by then, and whether the list hides it is not known."""
    bookings = Bookings(1, pending=200)
    bookings.refused_again = {"PENDING"}
    ids, walk = walk_all(bookings)
    assert 150 == len(bookings.rows.keys() - set(ids)), "the control: the rest of them is not read"
    assert (walk.certificate.complete, walk.certificate.reason) == (
        False,
        "PENDING was not read: No such status.",
    )


def test_a_status_that_was_hidden_and_is_refused_is_a_doubt() -> None:
    bookings = Bookings(1)
    bookings.unknown = ("PENDING", "ENQUIRY")
    ids, walk = walk_all(bookings, hidden=("PENDING",))
    assert sorted(ids) == sorted(one for one, status in bookings.rows.items() if status != "PENDING")
    assert (walk.certificate.complete, walk.hidden) == (False, {"PENDING"})
    assert walk.certificate.reason.startswith("PENDING: hidden before, but the filter is now refused or ignored.")
    bookings.unknown = ()
    ids, walk = walk_all(bookings, hidden=walk.hidden)
    assert (walk.certificate.complete, sorted(ids)) == (True, sorted(bookings.rows))


def test_a_value_for_which_the_filter_is_ignored_is_not_walked_by_name() -> None:
    bookings = Bookings(1)
    bookings.rows = {one: "CONFIRMED" if status == "ENQUIRY" else status for one, status in bookings.rows.items()}
    bookings.ignored_for = ("ENQUIRY",)
    ids, walk = walk_all(bookings, hidden=("ENQUIRY",))
    assert sorted(ids) == sorted(bookings.rows)
    assert "statuses=ENQUIRY" not in {part.selection for part in walk.parts}
    assert walk.hidden == {"ENQUIRY", "PENDING"}, "what is hidden is not forgotten because nobody can ask for it"
    assert walk.certificate.reason.startswith("ENQUIRY: hidden before, but the filter is now refused or ignored.")


class GrowingOnce(Bookings):
    """One more booking comes after the first answer for ENQUIRY."""

    def __call__(self, page: int, size: int, sort: str | None = None, **filters: Any) -> Page:
        answer = super().__call__(page, size, sort, **filters)
        if filters.get("statuses") == "ENQUIRY" and self.asked.count("ENQUIRY") == 1:
            self.rows[len(self.rows) + 1] = "CONFIRMED"
        return answer


def test_a_value_for_which_the_filter_is_ignored_is_not_taken_for_hidden_because_the_list_grows() -> None:
    bookings = GrowingOnce(1)
    bookings.rows = {one: "CONFIRMED" if status == "ENQUIRY" else status for one, status in bookings.rows.items()}
    bookings.ignored_for = ("ENQUIRY",)
    ids, walk = walk_all(bookings)
    assert sorted(ids) == sorted(bookings.rows)
    assert {"PENDING"} == walk.hidden
    assert walk.certificate.complete


def test_a_service_that_breaks_on_a_status_it_does_not_know_is_read() -> None:
    bookings = Bookings(1)
    bookings.rows = {one: "CONFIRMED" if status == "ENQUIRY" else status for one, status in bookings.rows.items()}
    bookings.breaks_on = (NO_STATUS, "ENQUIRY")
    ids, walk = walk_all(bookings)
    assert 600 == len(ids)
    assert "answers 500 to ENQUIRY" in walk.certificate.reason
    bookings.breaks_on = (NO_STATUS, "PENDING")
    with pytest.raises(ServiceFailed):
        walk_all(bookings, hidden=walk.hidden)  # an earlier walk has read that one
    bookings.breaks_on = ("PENDING",)
    with pytest.raises(ServiceFailed):
        walk_all(bookings)  # it does not break on what nobody knows


def test_a_refused_value_is_no_status_of_this_service() -> None:
    bookings = Bookings(1)
    bookings.unknown = ("ENQUIRY",)
    ids, walk = walk_all(bookings)
    assert len(ids) == 600
    assert walk.certificate.complete


def test_missing_rights_are_not_taken_for_an_unknown_status() -> None:
    bookings = Bookings(1)
    bookings.forbids = True
    with pytest.raises(Forbidden):
        walk_all(bookings)


def test_the_names_of_statuses_are_asked_for_at_once() -> None:
    """Two hidden statuses are read before and after; in few round trips, however many statuses there are."""
    bookings = Bookings(1, hides=("PENDING", "CANCELLED"))
    behaviour = probe(bookings, key, ceiling=50)
    taken = []
    for concurrency in (1, len(STATUSES)):
        service = Rounds(bookings, concurrency)
        walk = walk_by_status(service, behaviour, Statuses("statuses", STATUSES), concurrency=concurrency)
        assert sum(len(batch) for batch in walk) == 600
        taken.append((sum(service.sizes), len(service.sizes)))
    one_by_one, at_once = taken
    assert one_by_one[0] == one_by_one[1]
    assert at_once[1] * 2 < one_by_one[1], taken
