"""Lists that repeat their records without end, or count a record that a moment later is not there."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from client.loopback import Asked, Exchange
from load.conftest import answering, current, load_list


@pytest.mark.parametrize("total", [None, 45])
def test_a_list_whose_pages_are_drawn_by_chance_fails_after_few_requests(total: int | None, tmp_path: Path) -> None:
    """40 records in another order each time, whatever page is requested; the total, if stated, is too high."""
    draw = random.Random(1)

    asked_for: list[str] = []

    def respond(asked: Asked, exchange: Exchange) -> None:
        asked_for.append(asked.path)
        size = int(dict(asked.query)["size"])
        page = {"size": size} if total is None else {"size": size, "totalElements": total}
        exchange.json({"content": [{"id": one} for one in draw.sample(range(1, 41), min(size, 40))], "page": page})

    with answering(respond, tmp_path) as settings:
        summary = load_list(settings, "tags")
    assert ("failed", False) == (summary.outcome, summary.complete)
    assert "The list does not end" in summary.reason
    assert summary.error
    assert "Report it to the vendor" in summary.error.hint, (
        "where only this list was asked for, the command ends with it"
    )
    assert len(asked_for) < 300


def test_a_list_that_counts_a_record_and_is_empty_a_moment_later_is_not_complete(tmp_path: Path) -> None:
    """Pages are counted from 1 and page 0 is empty, so the first page that is requested shows nothing but the total."""
    totals, listed = list[int](), list[int]()

    def respond(asked: Asked, exchange: Exchange) -> None:
        total = totals.pop(0) if totals else len(listed)
        rows = listed if int(dict(asked.query)["page"]) == 1 else []
        exchange.json({"content": [{"id": one} for one in rows], "page": {"size": 10, "totalElements": total}})

    with answering(respond, tmp_path) as settings:
        assert load_list(settings, "tags").complete
        totals[:] = [1]
        away = load_list(settings, "tags")
        assert ("loaded", 0, False) == (away.outcome, away.rows, away.complete)
        assert "was empty a moment later" in away.reason
        listed.append(1)
        assert load_list(settings, "tags").complete
        assert {"1"} == current(settings, "tags").keys()
