"""Date windows: each is one query, so that a list that cannot be sorted is still read whole."""

from __future__ import annotations

import datetime as dt
import random
from itertools import pairwise
from typing import Any

import msgspec

from nightaudit.client.page import Page
from nightaudit.load.probe import probe
from nightaudit.load.windows import DateWindows, _split

FIRST, LAST = dt.date(2026, 1, 1), dt.date(2026, 12, 31)


class _Id(msgspec.Struct):
    id: int


def key(row: bytes) -> int:
    return msgspec.json.decode(row, type=_Id).id


class Stays:
    """Stays that overlap the days asked for, in no order, changing between requests."""

    def __init__(self, count: int, *, honoured: bool = True, drift: bool = False, same_day: bool = False) -> None:
        self.random = random.Random(count)
        self.honoured, self.drift = honoured, drift
        self.stays: dict[int, tuple[dt.date, dt.date]] = {}
        for one in range(count):
            start = FIRST + dt.timedelta(days=0 if same_day else self.random.randrange(-20, 380))
            self.stays[one] = (start, start + dt.timedelta(days=0 if same_day else self.random.randrange(1, 40)))

    def overlapping(self, first: dt.date, last: dt.date) -> list[int]:
        return [one for one, (start, end) in self.stays.items() if start <= last and end >= first]

    def __call__(self, page: int, size: int, sort: str | None = None, **filters: Any) -> Page:
        ids = list(self.stays)
        if filters and self.honoured:
            ids = self.overlapping(*(dt.date.fromisoformat(filters[name]) for name in ("dateFrom", "dateTo")))
        del sort  # refused by silence, like many do
        ids.sort(key=lambda one: one * 7919 % 10007)
        size = min(size, 40)
        chosen = ids[page * size : page * size + size]
        answer = Page(tuple(b'{"id":%d}' % one for one in chosen), "short", page, size, len(ids))
        if self.drift and self.random.random() < 0.5:
            self.stays.pop(self.random.choice(list(self.stays)))
        return answer


def read(stays: Stays) -> tuple[set[int], DateWindows]:
    windows = DateWindows(stays, key, probe(stays, key), (FIRST, LAST), size=40, concurrency=2)
    ids = [int(one) for batch in windows for one, _ in batch]
    assert len(ids) == len(set(ids))
    return set(ids), windows


def test_days_are_split_without_gap_or_overlap() -> None:
    for parts in (1, 2, 7, 365, 1000):
        days = _split((FIRST, LAST), parts)
        assert days[0][0] == FIRST
        assert days[-1][1] == LAST
        assert len(days) == min(parts, 365)
        assert all(after[0] - before[1] == dt.timedelta(days=1) for before, after in pairwise(days))


def test_one_window_that_fits_is_a_proof() -> None:
    stays = Stays(30)
    ids, windows = read(stays)
    assert ids == set(stays.overlapping(FIRST, LAST))
    assert windows.certificate is not None
    assert windows.certificate.complete
    assert windows.certificate.requests == 2


def test_windows_unite_what_overlaps_them() -> None:
    for drift in (False, True):
        stays = Stays(900, drift=drift)
        ids, windows = read(stays)
        assert set(stays.overlapping(FIRST, LAST)) <= ids, "what is still there was read"
        assert windows.certificate is not None
        assert not windows.certificate.complete
        assert "date windows, each one query" in windows.certificate.reason


def test_ignored_dates_are_not_trusted() -> None:
    stays = Stays(100, honoured=False)
    ids, windows = read(stays)
    assert ids == set(stays.stays)
    assert windows.certificate is not None
    assert not windows.certificate.complete
    assert "ignores dateFrom and dateTo" in windows.certificate.reason


def test_a_day_that_does_not_fit_a_page_is_walked() -> None:
    stays = Stays(100, same_day=True)
    ids, windows = read(stays)
    assert len(ids) == 100
    assert windows.certificate is not None
    assert not windows.certificate.complete
