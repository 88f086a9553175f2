"""A status that the service refuses, forbids or breaks on."""

from __future__ import annotations

from typing import Any

import pytest

from load.bookings_by_status import Bookings, walk_all
from nightaudit.client.page import Page
from nightaudit.errors import Forbidden, ServiceFailed
from nightaudit.load.hidden.status_filter import NO_STATUS


def test_a_status_that_is_refused_once_is_no_doubt() -> None:
    bookings = Bookings(1)
    bookings.refused_once = {"PENDING"}
    ids, walk = walk_all(bookings)
    assert sorted(ids) == sorted(bookings.rows)
    assert (True, "") == (walk.certificate.complete, walk.certificate.reason)


class Recovering(Bookings):
    """Breaks on PENDING until the walk has asked for the list without a status."""

    def __call__(self, page: int, size: int, sort: str | None = None, **filters: Any) -> Page:
        self.breaks_on = () if None in self.asked else ("PENDING",)
        return super().__call__(page, size, sort, **filters)


@pytest.mark.parametrize("hidden", [(), ("PENDING",)])
def test_a_status_for_which_the_service_fails_at_first_is_read_later(hidden: tuple[str, ...]) -> None:
    bookings = Recovering(1, pending=200)
    ids, walk = walk_all(bookings, hidden=hidden)
    assert sorted(ids) == sorted(bookings.rows)
    assert (True, "") == (walk.certificate.complete, walk.certificate.reason)


def test_a_status_that_is_refused_at_the_end_is_a_doubt() -> None:
    """Of one that was longer than a page only that page was read by then, and whether the list hides it is not known."""
    bookings = Bookings(1, pending=200)
    bookings.refused_again = {"PENDING"}
    ids, walk = walk_all(bookings)
    assert 150 == len(bookings.rows.keys() - set(ids)), "the control: the rest of them is not read"
    assert (
        False,
        "PENDING was not read: No such status.",
    ) == (walk.certificate.complete, walk.certificate.reason)


def test_a_status_that_was_hidden_and_is_refused_is_a_doubt() -> None:
    bookings = Bookings(1)
    bookings.unknown = ("PENDING", "ENQUIRY")
    ids, walk = walk_all(bookings, hidden=("PENDING",))
    assert sorted(ids) == sorted(one for one, status in bookings.rows.items() if status != "PENDING")
    assert (False, {"PENDING"}) == (walk.certificate.complete, walk.hidden)
    assert walk.certificate.reason.startswith("PENDING: hidden before, but the filter is now refused or ignored.")
    bookings.unknown = ()
    ids, walk = walk_all(bookings, hidden=walk.hidden)
    assert (walk.certificate.complete, sorted(ids)) == (True, sorted(bookings.rows))


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
    assert 600 == len(ids)
    assert walk.certificate.complete


def test_missing_rights_are_not_taken_for_an_unknown_status() -> None:
    bookings = Bookings(1)
    bookings.forbids = True
    with pytest.raises(Forbidden):
        walk_all(bookings)
