"""The service's counts prove a reading of changes only where they count what they seem to count."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import pytest

from load.conftest import WELL_BEHAVED
from load.faulty_reading import STREAM
from nightaudit.client.page import Page
from nightaudit.load.changes.counts import Counts
from nightaudit.load.pages.stamps import Unsuitable


def counts(total: int) -> Counts:
    """Of eight confirmed bookings, of which any page says that there are so many."""

    def lister(page: int, size: int, sort: str | None = None, **_: Any) -> Page:  # noqa: ARG001
        rows = [b'{"id":%d,"status":"CONFIRMED"}' % one for one in range(8)[page * size : (page + 1) * size]]
        return Page(tuple(rows), "short", page, size, total)

    return Counts(lister, STREAM["bookings"], WELL_BEHAVED, concurrency=1)


@pytest.mark.parametrize("total", [7, 8, 9])
def test_a_total_that_is_not_the_number_of_records_proves_nothing(total: int) -> None:
    with nullcontext() if total == 8 else pytest.raises(Unsuitable, match="not the number of records"):
        counts(total).require_count(total)


def test_a_count_of_a_status_whose_filter_is_ignored_proves_nothing() -> None:
    assert {"CONFIRMED": 8, None: 8} == counts(8).of_statuses(("CONFIRMED", None))
    with pytest.raises(Unsuitable, match="filter is ignored"):
        counts(8).of_statuses(("PENDING",))
