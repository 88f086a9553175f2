"""A list in no known order with date filters, which changes between requests."""

from __future__ import annotations

import datetime
import threading
from dataclasses import dataclass
from typing import Any, Literal

from load.drifting_list import REFUSALS, DriftingList
from nightaudit.client.page import Page
from nightaudit.load.streams.stream import DATE_FROM, DATE_TO

FIRST = datetime.date(2024, 1, 1)
Bounds = Literal["inclusive", "exclusive", "ignored", "refused", "broken", "upper ignored"]


@dataclass
class DatedList(DriftingList):
    """Records of up to `longest` days each, within `days` days.

    A record matches a filter if its days overlap the filter's. `undated` of 100 records have no dates and match no filter. An
    update changes a record's dates.
    """

    bounds: Bounds = "inclusive"
    days: int = 900
    longest: int = 30
    undated: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        self.windows = 0
        self._asking = threading.Lock()
        self._dates: dict[int, tuple[datetime.date, datetime.date]] = {}
        self._asked: dict[str, datetime.date] = {}

    def dates_of(self, one: int) -> tuple[datetime.date, datetime.date]:
        if one not in self._dates:
            self.date(one, self.random.randrange(self.days), self.random.randrange(self.longest))
        return self._dates[one]

    def date(self, one: int, day: int, length: int) -> None:
        start = FIRST + datetime.timedelta(day)
        self._dates[one] = start, start + datetime.timedelta(length)

    def __call__(self, page: int, size: int, sort: str | None = None, **filters: Any) -> Page:
        if filters and self.bounds in REFUSALS:
            kind, status = REFUSALS[self.bounds]
            raise kind("No such parameter.", status=status)
        with self._asking:
            self.windows += bool(filters)
            self._asked = {name: datetime.date.fromisoformat(value) for name, value in filters.items()}
            return super().__call__(page, size, sort)

    def _ordered(self, sort: str | None) -> list[int]:
        ids = super()._ordered(sort)
        return [one for one in ids if self._matches(one)] if self._asked else ids

    def _matches(self, one: int) -> bool:
        since, until = (self._asked.get(name) for name in (DATE_FROM, DATE_TO))
        if self.bounds == "ignored":
            return True
        if one % 100 < self.undated:
            return False
        start, end = self.dates_of(one)
        if self.bounds == "exclusive":
            return (since is None or end > since) and (until is None or start < until)
        return (since is None or end >= since) and (until is None or start <= until or self.bounds == "upper ignored")

    def _update(self) -> None:
        if self.visible:
            one = self.random.choice(self.visible)
            self.date(one, self.random.randrange(self.days), self.random.randrange(self.longest))
