"""A list that had at most one record when its paging was probed, and has more now, is read completely, also one row a page."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.loopback import Asked, Exchange
from load.conftest import answering, current, load_list


@pytest.mark.sampled
@pytest.mark.parametrize("before", [0, 1])
@pytest.mark.parametrize("base", [0, 1])
@pytest.mark.parametrize("behind", ["empty", "the last", "the first"])
@pytest.mark.parametrize("sorts", [False, True])
def test_records_that_have_come_are_found_where_a_page_holds_one(
    behind: str, before: int, base: int, tmp_path: Path, *, sorts: bool
) -> None:
    """Bare arrays of one row; `behind` is the answer to a page after the last one, and page 0 is the first in any case."""
    ids = [*range(1, before + 1)]

    def respond(asked: Asked, exchange: Exchange) -> None:
        query = dict(asked.query)
        found = sorted(ids, reverse=sorts and query.get("sort", "").endswith("desc"))
        index = max(0, int(query["page"]) - base)
        if index >= len(found) and behind != "empty":
            index = len(found) - 1 if behind == "the last" else 0
        exchange.json([{"id": one} for one in found[max(0, index) : index + 1]])

    with answering(respond, tmp_path) as settings:
        first = load_list(settings, "tags")
        assert (first.outcome, first.new) == ("loaded", before)
        ids[:] = [1, 2, 3]
        second = load_list(settings, "tags")
        missing = {"1", "2", "3"} - current(settings, "tags").keys()
        assert not (missing and second.complete), f"{missing} are missing, and it counts as complete"
        assert not missing or second.reason
