"""Decides which empty lists are believed: the service may be down for a moment, or show no rows of any list."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from nightaudit.load.children.pending import Pending
    from nightaudit.load.children.request_queue import ListAnswer
    from nightaudit.load.children.showing import Showing

    ReadAll = Callable[[Sequence[Pending]], Iterable[ListAnswer]]


class EmptyLists:
    """Judges the empty lists of one child stream.

    known    stored rows, by parent
    showing  whether other lists show rows
    twice    whether a list is believed to be empty only if the next load finds it empty, too
    """

    def __init__(self, known: Mapping[str, Mapping[str, str]], showing: Showing, *, twice: bool) -> None:
        self._known, self._showing, self._twice = known, showing, twice

    def judged(self, empty: Sequence[ListAnswer], read_all: ReadAll) -> Iterator[tuple[ListAnswer, bool]]:
        """Yield what is believed of each list that was empty, and whether the next load has to read it once more.

        `read_all` reads the lists of the given parents again, in order. A list is proven empty where others show rows, or where
        the last load found it empty, too. A 404 may be the answer of a proxy before a service that starts, so the next load
        asks again; where rows are stored, it counts only as the answer of two loads, the second time before and after another
        list showed rows. Raises ApiError.
        """
        for answer, is_later in self._asked_again(empty, read_all):
            if answer.rows:
                yield answer, False
            elif answer.is_absent and answer.pending.again and is_later:
                yield replace(answer, proven=True), True
            elif answer.proven and (answer.is_confirmed or self._showing.shows_rows()):
                yield answer, not answer.is_confirmed and (self._twice or not answer.found)
            else:
                yield replace(answer, proven=False), True

    def _asked_again(self, empty: Sequence[ListAnswer], read_all: ReadAll) -> Iterator[tuple[ListAnswer, bool]]:
        """Yield the answers for empty lists, of those that have stored rows a later one, and whether it is a later one.

        Where the service shows no rows of other lists by then, or does not answer, these lists are not proven to be empty.
        """
        emptied = [
            one.pending for one in empty if one.pending.parent_key in self._known and one.is_confirmed is one.is_absent
        ]
        still = emptied and self._showing.still_shows_rows()
        later = dict(zip(emptied, read_all(emptied), strict=True)) if still else {}
        for answer in empty:
            if answer.pending in later and not later[answer.pending].error:
                yield later[answer.pending], True
            else:
                yield replace(answer, proven=answer.proven and answer.pending not in emptied), False
