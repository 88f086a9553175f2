"""A list that cannot be sorted, read in date windows that each fit one page: one query cannot drift."""

from __future__ import annotations

import datetime as dt
from functools import partial
from typing import TYPE_CHECKING, Any

from nightaudit.load.ahead import Ahead
from nightaudit.load.certificate import Tally
from nightaudit.load.listing import Reader, Window
from nightaudit.load.probe import honours
from nightaudit.load.walk import Walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from nightaudit.load.behaviour import Behaviour
    from nightaudit.load.certificate import Certificate
    from nightaudit.load.listing import Batch, KeyOf, Lister

Days = tuple[dt.date, dt.date]
_LONG_AGO = dt.date(1800, 1, 1)
_SPARE = 1.5  # windows are made smaller than even spread would need


class DateWindows:
    """Reads what overlaps [first, last] in windows that answer in one page; iterate it like a Walk.

    names  the two date filters (inclusive days, as `2026-11-20`)     others as for Walk

    A record that overlaps several windows comes once, as first read. Proven complete when one window was enough;
    with several, a record whose dates moved from one to another meanwhile may be missing, and the certificate says so:
    where the service sorts, a Walk over the same filters proves more.
    """

    def __init__(
        self,
        lister: Lister,
        key: KeyOf,
        behaviour: Behaviour,
        days: Days,
        *,
        names: tuple[str, str] = ("dateFrom", "dateTo"),
        stream: str = "",
        size: int = 500,
        concurrency: int = 4,
        filters: Mapping[str, Any] | None = None,
    ) -> None:
        self.certificate: Certificate | None = None
        self._lister, self._key, self._behaviour = lister, key, behaviour
        self._days, self._names, self._stream = days, names, stream
        self._size, self._concurrency = min(size, behaviour.max_size), concurrency
        self._filters = dict(filters or {})
        self._tally = Tally()
        self._tally.remember()
        self._requests = self._retries = self._windows = 0
        self._doubt = "The walk was not read to its end."

    def __iter__(self) -> Iterator[Batch]:
        """Read the windows; can be done once."""
        try:
            for batch in self._all():
                if batch:
                    yield batch
        except Exception as error:
            self._doubt = str(error)
            raise
        finally:
            self.certificate = self._tally.certify(
                (self._stream, f"{self._days[0]} to {self._days[1]}"),
                "date windows",
                (self._behaviour.page_base, self._size),
                (self._requests, self._retries),
                self._doubt,
            )

    def _all(self) -> Iterator[Batch]:
        never = self._filter((_LONG_AGO, _LONG_AGO))
        self._requests += 1
        if not honours(self._lister, self._behaviour, never, self._filters):
            yield from self._walk({})
            self._doubt = f"The service ignores {self._names[0]} and {self._names[1]}. {self._doubt}".strip()
            return
        self._doubt = ""
        pending: list[Days] = [self._days]  # a stack: the earliest is on top
        with Ahead[tuple[Days, Window]](self._concurrency) as ahead:
            while pending or len(ahead):
                while pending and not ahead.full:
                    ahead.ask(partial(self._read, pending.pop()))
                days, window = ahead.next()
                if window.short and window.total in {window.end, None}:
                    self._windows += 1
                    self._tally.note(window)
                    yield self._tally.take(window.keys, window.rows)
                elif days[0] == days[1]:
                    yield from self._walk(self._filter(days))
                else:
                    pending += reversed(_split(days, self._parts(window)))
        if self._windows > 1:
            self._doubt = (
                f"Read in {self._windows} date windows, each one query; a record whose dates moved between them "
                f"meanwhile may be missing. {self._doubt}"
            ).strip()

    def _parts(self, window: Window) -> int:
        return max(2, -(-int((window.total or 0) * _SPARE) // self._size))

    def _filter(self, days: Days) -> dict[str, str]:
        return dict(zip(self._names, (day.isoformat() for day in days), strict=True))

    def _read(self, days: Days) -> tuple[Days, Window]:
        reader = Reader(self._lister, self._key, self._behaviour, {**self._filters, **self._filter(days)})
        window = reader.read(0, self._size)
        self._requests += reader.requests
        self._retries += reader.retries
        return days, window

    def _walk(self, days: Mapping[str, str]) -> Iterator[Batch]:
        walk = Walk(
            self._lister,
            self._key,
            self._behaviour,
            size=self._size,
            concurrency=self._concurrency,
            filters={**self._filters, **days},
        )
        for batch in walk:
            yield self._tally.take([key for key, _ in batch], [row for _, row in batch])
        if (part := walk.certificate) is not None:
            self._windows += 1
            self._requests += part.requests
            self._retries += part.retries
            self._tally.row_count += part.row_count
            self._tally.step_backs += part.step_backs
            self._doubt = (
                part.reason if not part.complete else self._doubt.removeprefix("The walk was not read to its end.")
            )


def _split(days: Days, parts: int) -> list[Days]:
    """Split the days into at most `parts` windows that follow each other, in order."""
    first, last = days
    length = (last - first).days + 1
    parts = min(parts, length)
    starts = [first + dt.timedelta(days=length * number // parts) for number in range(parts)]
    ends = [start - dt.timedelta(days=1) for start in starts[1:]]
    return list(zip(starts, [*ends, last], strict=True))
