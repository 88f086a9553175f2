"""A walk from the newest record back: what it does not trust, and where it gives up."""

from __future__ import annotations

import datetime
import random
from dataclasses import replace
from typing import Any

import pytest

from load.conftest import WELL_BEHAVED
from nightaudit.client.page import Page
from nightaudit.load.changes.newest import NewestFirst
from nightaudit.load.pages.rows import key_of
from nightaudit.load.pages.stamps import Unsuitable
from nightaudit.load.walks.certificate import Tally

MOMENT = datetime.datetime(2026, 11, 1, tzinfo=datetime.UTC)


def newest_first(lister: Any, since: datetime.datetime = MOMENT) -> NewestFirst:
    return NewestFirst(lister, replace(WELL_BEHAVED, max_size=20), since, Tally(), key=key_of, size=20, filters={})


@pytest.mark.parametrize("stable", [True, False])
def test_records_of_one_moment_that_change_places_are_not_trusted(stable: bool) -> None:  # noqa: FBT001
    """A service that sorts by the stamp alone may show the records of one moment in another order on each page."""
    chance = random.Random(7)

    def lister(page: int, size: int, sort: str | None = None) -> Page:
        assert sort
        ids = list(range(100))
        if not stable:
            chance.shuffle(ids)
        listed = [b'{"id":%d,"lastModifiedDate":"2026-11-01T00:00:00Z"}' % one for one in ids]
        return Page(tuple(listed[page * size : (page + 1) * size]), "short", page, size, len(ids))

    walk = newest_first(lister)
    if stable:
        assert set(range(100)) == {one for batch in walk for one, _ in batch}
    else:
        with pytest.raises(Unsuitable, match="the same stamp"):
            list(walk)


@pytest.mark.parametrize("shift", [0, 8])
def test_records_of_one_moment_in_the_place_of_others_are_not_trusted(shift: int) -> None:
    """As those that an index holds, whose order depends on how many are asked for: forty of one moment before older ones."""
    shown: set[int] = set()

    def lister(page: int, size: int, sort: str | None = None) -> Page:
        assert sort
        first, rows = page * size, []
        for place in range(first, min(first + size, 100)):
            one = place - shift * -(-first // 20) if place < 40 else place
            rows.append(b'{"id":%d,"lastModifiedDate":"2026-1%d-01T00:00:00Z"}' % (one, place < 40))
            shown.add(one)
        return Page(tuple(rows), "short", page, size, 100)

    walk = newest_first(lister)
    if not shift:
        assert 40 == sum(len(batch) for batch in walk)
        return
    with pytest.raises(Unsuitable, match="the same stamp"):
        list(walk)
    assert 10 == len({*range(40)} - shown), "the control: these are on no page"


def test_pages_that_never_share_a_record_of_one_moment_are_not_read_for_ever() -> None:
    """As where many records of one moment were imported, and the service sorts them in another way for each page and size."""
    asked = 0

    def lister(page: int, size: int, sort: str | None = None) -> Page:
        nonlocal asked
        assert sort
        asked += 1
        assert asked < 60, "for ever"
        ids = range(1000 * page + 100 * size, 1000 * page + 101 * size)
        listed = [b'{"id":%d,"lastModifiedDate":"2026-11-01T00:00:00Z"}' % one for one in ids]
        return Page(tuple(listed), "short", page, size, 9_000)

    walk = newest_first(lister)
    with pytest.raises(Unsuitable, match="changes faster"):
        list(walk)


@pytest.mark.parametrize("moves", [5, None])
def test_a_front_that_moves_all_the_time_is_not_read_for_ever(moves: int | None) -> None:
    """A record is stamped anew before each request, for as long as it is read, or before the first few alone."""
    asked = 0
    stamps = {one: MOMENT - datetime.timedelta(minutes=one) for one in range(100)}

    def lister(page: int, size: int, sort: str | None = None) -> Page:
        nonlocal asked
        assert sort
        asked += 1
        assert asked < 60, "for ever"
        if moves is None or asked <= moves:
            stamps[50] = MOMENT + datetime.timedelta(seconds=asked)
        newest = sorted(stamps, key=stamps.__getitem__, reverse=True)
        listed = [b'{"id":%d,"lastModifiedDate":"%b"}' % (one, stamps[one].isoformat().encode()) for one in newest]
        return Page(tuple(listed[page * size : (page + 1) * size]), "short", page, size, len(listed))

    walk = newest_first(lister, MOMENT - datetime.timedelta(minutes=30))
    if moves:
        assert {*range(31), 50} == {one for batch in walk for one, _ in batch}
    else:
        with pytest.raises(Unsuitable, match="changes faster"):
            list(walk)


def test_a_list_that_is_not_sorted_by_the_stamp_is_not_trusted() -> None:
    """As of a service that ignores a sort by a field that it does not know."""

    def lister(page: int, size: int, sort: str | None = None) -> Page:
        assert sort
        rows = [b'{"id":%d,"lastModifiedDate":"2026-11-0%dT00:00:00Z"}' % (one, one) for one in (1, 2)]
        return Page(tuple(rows), "short", page, size, 2)

    with pytest.raises(Unsuitable, match="not sorted by"):
        list(newest_first(lister))


@pytest.mark.parametrize("says_so", [True, False])
def test_a_first_page_that_is_answered_for_every_page_is_not_read_for_ever(says_so: bool) -> None:  # noqa: FBT001
    """As by a proxy that drops the number of the page: every page joins the one before, as all its records are known."""
    asked = 0

    def lister(page: int, size: int, sort: str | None = None) -> Page:
        nonlocal asked
        assert sort
        asked += 1
        assert asked < 60, "for ever"
        stamps = [(MOMENT + datetime.timedelta(seconds=-one)).isoformat().encode() for one in range(size)]
        listed = [b'{"id":%d,"lastModifiedDate":"%b"}' % one for one in enumerate(stamps)]
        return Page(tuple(listed), "short", 0 if says_so else page, size, 500)

    with pytest.raises(Unsuitable, match="another page"):
        list(newest_first(lister, MOMENT - datetime.timedelta(days=1)))
