"""A list that is empty when it is walked, and was not when it was probed a moment before: it is not complete."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.loopback import Asked, Exchange, asked_page, in_order
from load.conftest import answering, current, load_list
from nightaudit.sandbox.wire import Json

PROBED_WITH = 4  # requests


@pytest.mark.parametrize("bare", [False, True])
def test_a_list_that_showed_records_when_it_was_probed_is_not_taken_for_empty(tmp_path: Path, *, bare: bool) -> None:
    """As another backend answers, which knows no record: on the first night no stored record contradicts that."""
    listed: list[Json] = [{"id": one} for one in range(1, 9)]
    asked_for = [0]

    def respond(asked: Asked, exchange: Exchange) -> None:
        query = dict(asked.query)
        asked_for[0] += 1
        page = asked_page(in_order(listed, query) if asked_for[0] <= PROBED_WITH else [], query)
        exchange.json(page["content"] if bare else page)

    with answering(respond, tmp_path / "data") as settings:
        found = load_list(settings, "tags")
        assert (False, "The list showed records first, and was empty a moment later.") == (found.complete, found.reason)
        asked_for[0] = -1000
        assert load_list(settings, "tags").complete
        assert 8 == len(current(settings, "tags"))
