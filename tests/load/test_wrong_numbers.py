"""Services whose pages state a wrong page number, or are other pages than the requested ones."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Literal

import pytest

from load.drifting_list import key, walk_of
from nightaudit.client.page import Page
from nightaudit.errors import UnprovenWalk
from nightaudit.load.pages.probe import probe
from nightaudit.load.pages.window import Key

COUNT = 230


def rows_of(page: int, size: int, sort: str | None, *, sorts: bool) -> tuple[bytes, ...]:
    ids = range(1, COUNT + 1)
    there = ids[::-1] if sorts and sort and sort.endswith("desc") else ids
    return tuple(b'{"id":%d}' % one for one in there[page * size : (page + 1) * size])


@pytest.mark.parametrize("sorts", [True, False])
def test_a_last_page_that_states_another_number_fails_no_list(*, sorts: bool) -> None:
    def listing(page: int, size: int, sort: str | None = None, **_: Any) -> Page:
        number = 0 if (page + 1) * size >= COUNT else page
        return Page(rows_of(page, size, sort, sorts=sorts), "short", number, size, COUNT)

    walk = walk_of(listing, probe(listing, key, ceiling=50))
    assert COUNT == sum(len(batch) for batch in walk)
    assert walk.certificate.complete


@pytest.mark.parametrize("answered", ["first", "last", "before"])
@pytest.mark.parametrize("sorts", [True, False])
@pytest.mark.parametrize("said", [True, False])
def test_a_list_whose_later_pages_are_earlier_ones_is_not_complete(
    answered: Literal["first", "last", "before"], *, sorts: bool, said: bool
) -> None:
    """As where a service shows no row beyond some position, whether the pages state their numbers or those requested."""

    def listing(page: int, size: int, sort: str | None = None, **_: Any) -> Page:
        last = max(1, 120 // size)
        real = page if page < last else {"first": 0, "last": last - 1, "before": max(0, page - 1)}[answered]
        return Page(rows_of(real, size, sort, sorts=sorts), "short", real if said else page, size, COUNT)

    walk = walk_of(listing, probe(listing, key, ceiling=50))
    met: set[Key] = set()
    with suppress(UnprovenWalk):
        for batch in walk:
            met.update(batch.keys)
    assert not walk.certificate.complete or len(met) == COUNT
