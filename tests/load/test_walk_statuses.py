"""Default filters hide rows: every status is read, also records that change between hidden and shown during the walk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from load.bookings_by_status import STATUSES, Bookings, walk_all, walk_by_status
from load.drifting_list import key, walk_of
from load.rounds import Rounds
from nightaudit.client.page import Page
from nightaudit.load.hidden.first_pages import LARGE_ROWS, SAMPLED_ROWS
from nightaudit.load.pages.probe import probe
from nightaudit.load.streams.stream import Statuses


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
    assert 0 == lost
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


class Upgraded(Bookings):
    """Shows all and ignores the filter, and from its request `at` on hides PENDING, unless asked for it."""

    def __init__(self, at: int) -> None:
        super().__init__(1, hides=())
        self.at, self.ignores_filter = at, True

    def __call__(self, page: int, size: int, sort: str | None = None, **filters: Any) -> Page:
        if len(self.asked) == self.at:
            self.ignores_filter, self.hides = False, ("PENDING",)
        return super().__call__(page, size, sort, **filters)


def test_a_walk_in_which_the_service_begins_to_hide_a_status_is_not_called_complete_without_it() -> None:
    steady = Upgraded(-1)
    _, walk = walk_all(steady)
    assert walk.certificate.complete
    lost = 0
    for at in range(len(steady.asked)):
        bookings = Upgraded(at)
        ids, walk = walk_all(bookings)
        lost += len(ids) < len(bookings.rows)
        assert len(ids) == len(bookings.rows) or not walk.certificate.complete, f"from request {at} on"
    assert lost, "the control: such walks lose records"


@pytest.mark.parametrize("lenient", [False, True])
def test_totals_that_count_the_records_of_other_statuses_keep_no_list_from_being_proven(*, lenient: bool) -> None:
    """Also where a status that the service does not know is answered with all records, not with none and their total."""
    bookings = Bookings(6)
    bookings.lenient = lenient
    bookings.rows = {one: "CONFIRMED" if status == "CANCELLED" else status for one, status in bookings.rows.items()}
    bookings.counts_all = True
    ids, walk = walk_all(bookings)
    assert (True, "") == (walk.certificate.complete, walk.certificate.reason)
    assert sorted(ids) == sorted(bookings.rows)


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
    assert (True, {"PENDING"}) == (walk.certificate.complete, walk.hidden)


def test_the_names_of_statuses_are_asked_for_at_once() -> None:
    """Two hidden statuses are read before and after; in few round trips, however many statuses there are."""
    bookings = Bookings(1, hides=("PENDING", "CANCELLED"))
    behaviour = probe(bookings, key, ceiling=50)
    taken = []
    for concurrency in (1, len(STATUSES)):
        service = Rounds(bookings, concurrency)
        walk = walk_by_status(service, behaviour, Statuses("statuses", STATUSES), concurrency=concurrency)
        assert 600 == sum(len(batch) for batch in walk)
        taken.append((sum(service.sizes), len(service.sizes)))
    one_by_one, at_once = taken
    assert one_by_one[0] == one_by_one[1]
    assert at_once[1] * 2 < one_by_one[1], taken
