"""Finds out how a list numbers its pages (not shown), from pages of one row; `ProbeRequests` sends the requests of a probe."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from nightaudit.client.busy import Broken
from nightaudit.client.page import Page
from nightaudit.client.paging import begins_with_one
from nightaudit.errors import Forbidden, Refused, ServiceFailed
from nightaudit.load.pages.behaviour import Numbering

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from nightaudit.load.pages.lister import Lister
    from nightaudit.load.pages.read_ahead import ReadAhead
    from nightaudit.load.pages.window import Key, KeyOf

    Answer = tuple[Page, list[Key]]


class ProbeRequests:
    """Asks one list for pages."""

    def __init__(self, lister: Lister, key: KeyOf, filters: Mapping[str, Any], ahead: ReadAhead[Answer]) -> None:
        self._lister = lister
        self._key = key
        self._filters = filters
        self.ahead = ahead
        self.only_size: int | None = None  # sent in place of any other

    def ask(self, page: int, size: int, sort: str | None = None) -> Answer:
        """Return a page and its keys. Raises Refused for a refused sort, and any other error of the lister."""
        try:
            answer = self._lister(page=page, size=self.only_size or size, sort=sort, **self._filters)
        except Broken as error:
            if not sort:
                raise
            # Where not only sorting is broken, the requests without `sort` fail, too.
            raise Refused(error.message, status=error.status) from error
        return answer, [self._key(row) for row in answer.rows]

    def refuses(self, page: int, size: int, sort: str | None = None) -> bool:
        """Return whether the service refuses this page."""
        try:
            self.ask(page, size, sort)
        except Refused:
            return True
        return False

    def ask_twice(
        self, page: int, size: int, sort: str | None = None, asked: Callable[[], Answer] | None = None
    ) -> Answer:
        """Ask for a page, and again if it is refused, because an accidental refusal would lose rows.

        asked  returns the answer to the first request, where that is already under way
        """
        try:
            return asked() if asked else self.ask(page, size, sort)
        except Refused:
            return self.ask(page, size, sort)

    def ask_maybe_past_end(
        self, page: int, size: int, sort: str | None = None, asked: Callable[[], Answer] | None = None
    ) -> Answer:
        """Ask for a page that may lie past the end of the list; a refusal counts as an empty page, as some services refuse it."""
        try:
            return self.ask_twice(page, size, sort, asked)
        except Forbidden:
            raise
        except Refused:
            return Page((), "bare"), []


class Beginning(NamedTuple):
    """How the pages of a list are numbered, its first page, and whether rows follow that."""

    pages: Numbering
    first: Page
    followed: bool


def beginning_of(asking: ProbeRequests) -> Beginning:
    """Find out how pages are numbered, from pages 0 and 1, and page 2 where those do not decide it, with one row each."""
    asking.ahead.ask(partial(asking.ask, 1, 1))
    try:
        first, zero = _ask_zero(asking)
    except Refused:
        first, _ = asking.ask_twice(1, 1, asked=asking.ahead.next)
        second, two = asking.ask_maybe_past_end(2, 1)
        found = Numbering(page_base=1, zero_is_first=False, echo_base=_echo(first, second), paged=True)
        return Beginning(found, first, bool(two))
    second, one = asking.ask_maybe_past_end(1, 1, asked=asking.ahead.next)
    if one and not zero:
        first, zero = asking.ask_twice(0, 1)  # an accidental empty answer would lose rows, too
    size = 2 if zero and zero == one and _tells_nothing(asking, zero) else 1
    if size > 1:
        (_, zero), (_, one) = asking.ask(0, size), asking.ask(1, size)
    if one and (zero == one or not zero):
        third, two = asking.ask_maybe_past_end(2, size)
        if zero and two == zero:
            found = Numbering(page_base=0, zero_is_first=True, echo_base=None, paged=False)
            return Beginning(found, first, followed=False)
        echo = _echo(second, third)
        found = Numbering(page_base=1, zero_is_first=bool(zero), echo_base=echo, paged=True)
        return Beginning(found, second, bool(two))
    base = 0 if zero else None
    found = Numbering(page_base=base, zero_is_first=True, echo_base=_echo(first, second), paged=True)
    return Beginning(found, first, bool(one))


def _tells_nothing(asking: ProbeRequests, first: list[Key]) -> bool:
    """Return whether equal pages of one row do not tell how pages are numbered.

    Either the first two rows are one record, or the list begins with another than the `first` now: its order changes.
    """
    try:
        _, keys = asking.ask(0, 2)
    except Refused:
        return False
    return len(keys) > len(set(keys)) or keys[: len(first)] != first


def _ask_zero(asking: ProbeRequests) -> Answer:
    """Ask for page 0. Raises Refused, also where page 0 answers status 500 twice and page 1 proves to be the first page."""
    try:
        return asking.ask_twice(0, 1)
    except Broken:
        if not begins_with_one(lambda page, size: asking.ask(page, size)[0], 2):
            raise
    try:
        return asking.ask(0, 1)
    except ServiceFailed as error:
        raise Refused(error.message, status=error.status) from error


def _echo(first: Page, second: Page) -> int | None:
    """Return `number` of the first page; None unless the second page states one more."""
    counts_up = first.number is not None and second.number == first.number + 1
    return first.number if counts_up else None
