"""Pages read ahead past the end of a list that states no total do not make its walk give up."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from client.loopback import Asked, Exchange
from load.conftest import answering, current, load_list


@pytest.mark.parametrize("past_the_end", ["refused", "the first page"])
def test_a_short_list_without_a_total_is_read_by_many_requests_at_once(past_the_end: str, tmp_path: Path) -> None:
    """The second page comes late, so that by then all pages read ahead have been answered, and asked for again."""

    def respond(asked: Asked, exchange: Exchange) -> None:
        query = dict(asked.query)
        number, size = int(query["page"]), int(query["size"])
        ids = sorted(range(1, 36), reverse=query.get("sort", "").endswith("desc"))
        chosen = ids[number * size : (number + 1) * size]
        if not chosen and past_the_end == "refused":
            exchange.json({"message": "no such page"}, 404)
            return
        if size > 2 and number == 1:
            time.sleep(0.5)
        number, chosen = (number, chosen) if chosen else (0, ids[:size])
        exchange.json({"content": [{"id": one} for one in chosen], "page": {"number": number, "size": size}})

    with answering(respond, tmp_path) as settings:
        summary = load_list(settings.model_copy(update={"concurrency": 16}), "tags")
        assert ("loaded", "", True) == (summary.outcome, summary.reason, summary.complete)
        assert current(settings, "tags").keys() == {str(one) for one in range(1, 36)}
