"""Reads windows of a list without the rows that the service cannot show, so that one such record does not hide all others."""

from __future__ import annotations

from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Any

from nightaudit.client.busy import Broken
from nightaudit.load.pages.records import Records
from nightaudit.load.pages.window import Window, ascends, ranks_of
from nightaudit.load.pages.window_reader import WindowReader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from nightaudit.load.pages.behaviour import Behaviour
    from nightaudit.load.pages.lister import CountingLister
    from nightaudit.load.pages.window import Key, KeyOf

    Read = Callable[[int, int], Window]

_PARTS = 8
_MOST_SKIPPED = 10  # each takes some thirty requests to find


class SkippingReader(WindowReader):
    """A WindowReader that reads a page in ever smaller pages where the service answers 500, and skips single rows if need be.

    before_skipped  for each row skipped, the key of the record before it, ascending; None where its page does not show that
    """

    def __init__(self, lister: CountingLister, key: KeyOf, behaviour: Behaviour, filters: Mapping[str, Any]) -> None:
        super().__init__(lister, key, behaviour, filters)
        self.before_skipped: set[Key | None] = set()
        self._skipping = Lock()

    @property
    def skipped(self) -> int:
        """The number of rows skipped. The first of one page is the last of another, so None counts only where it is alone."""
        return len(self.before_skipped - {None}) or len(self.before_skipped)

    def skipped_before(self, rank: Any) -> set[Key | None]:
        """Return what `before_skipped` says of the rows before the record of this rank in a sorted list."""
        skipped, order = self.before_skipped.copy(), self.behaviour.order  # threads may still add to it
        return {key for key in skipped if key is None or ranks_of(order, [key])[0] < rank}

    def say_skipped(self) -> str:
        """Say in a sentence where rows were skipped."""
        keys = (str(key) for key in self.before_skipped.copy() if key is not None)
        after = ", ".join(sorted(keys, key=lambda key: (len(key), key)))
        where = f"after {after}" if after else "at the beginning or the end"
        return (
            f"The service answers 500 to the record {where}, also where it is requested alone, so it was not read:"
            " report it to the vendor."
        )

    def read(self, index: int, size: int, *, backwards: bool = False, among: Mapping[str, str] | None = None) -> Window:
        """Read a window as WindowReader does; it counts the rows that were skipped, but lacks them.

        Raises the error of the complete page where neither of two neighbouring parts of several rows is answered, because the
        service then fails for a moment, or shows no rows so far into the list; where none of some single rows is answered; where
        rows moved from part to part; and where more than ten rows were skipped.
        """
        read = partial(super().read, backwards=backwards, among=among)
        try:
            return read(index, size)
        except Broken as error:
            if not self.behaviour.size_honoured or self.behaviour.only_size:
                raise
            window = self._around(read, index, size, error, backwards=backwards)
        return window if window.skipped else read(index, size)  # so that the window is one query

    def _around(self, read: Read, index: int, size: int, error: Broken, *, backwards: bool) -> Window:
        first, end = index * size, (index + 1) * size
        start = first if size > 1 else first // 2 * 2  # a row alone is read with its neighbour
        rows: dict[Key, bytes] = {}
        places: dict[int, int] = {}  # among the rows, by offset
        total = None
        for part in _parts(read, start, max(end, start + 2), error):
            for key, row in part.records[max(first - part.offset, 0) : max(end - part.offset, 0)]:
                rows.setdefault(key, row)
            if part.skipped and first <= part.offset < end:
                places[part.offset] = len(rows)
            total = total if part.skipped else part.total
        records, order = Records([*rows], [*rows.values()]), self.behaviour.order
        ranks = ranks_of(order, records.keys)
        neighbours = [*rows, None] if backwards else [None, *rows]
        with self._skipping:
            self.before_skipped.update(neighbours[place] for place in places.values())
        moved = order != "unknown" and not ascends(ranks[::-1] if backwards else ranks)
        if moved or self.skipped > _MOST_SKIPPED:
            raise error
        return Window(first, size, records, ranks, total, skipped=len(places))


def _parts(read: Read, first: int, end: int, error: Broken) -> Iterator[Window]:
    """Yield windows that hold the rows from offset `first` up to `end` or the end of the list, and perhaps some beside them.

    A row that the service cannot show is a window without a record, which counts one skipped row.
    """
    size = max((end - first) // _PARTS, 1)
    for offset, window in _answers(read, range(first // size * size, end, size), size, error):
        if window is not None:
            yield window
        elif size == 1:
            yield Window(offset, 1, Records((), ()), (), None, skipped=1)
        else:
            yield from _parts(read, offset, offset + size, error)


def _answers(read: Read, offsets: Sequence[int], size: int, error: Broken) -> list[tuple[int, Window | None]]:
    """Return the windows at these offsets, up to the end of the list; None where the service answers 500."""
    answers: list[tuple[int, Window | None]] = []
    for offset in offsets:
        window = None
        try:
            window = read(offset // size, size)
        except Broken:
            if size > 1 and answers and answers[-1][1] is None:
                raise error from None
        answers.append((offset, window))
        if window is not None and window.short:
            break
    if all(window is None for _, window in answers):
        raise error
    return answers
