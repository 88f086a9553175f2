"""Pages of a list at a service of odd habits: how it sorts, which sizes it answers, and what it says about a page."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from load.odd_habits import Habits
from nightaudit.load.pages.stamps import FIELD

Record = dict[str, Any]
ROUND = {5, 10, 20, 50, 100, 200, 500}  # page sizes
CAPPED = 40  # highest value of a capped total


class Refusal(Exception):
    """A refusal of the service, with its status code."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


def in_odd_order(ways: Habits, rows: list[Record], sort: str | None, key: str, shuffle: random.Random) -> list[Record]:
    """The rows as the service sorts them, whose ids are in the field `key`. Raises Refusal."""
    if ways.sorting == "shuffled":
        rows = shuffle.sample(rows, len(rows))
    if not sort or ways.sorting in {"ignored", "shuffled"}:
        return rows
    field, _, direction = sort.partition(",")
    if ways.sorting == "broken":
        raise Refusal(500)
    sortable = {key, FIELD} if ways.stamps != "none" and ways.sorting != "by id alone" else {key}
    if ways.sorting == "refused" or field not in sortable:
        raise Refusal(400)
    return sorted(
        rows, key=lambda row: str(row[field]) if ways.sorting == "as text" else row[field], reverse=direction == "desc"
    )


def odd_page(ways: Habits, rows: list[Record], asked: Mapping[str, str]) -> Any:
    """The answer with the page of these rows that is asked for. Raises Refusal."""
    size, index = _size(ways, asked), int(asked.get("page", ways.first_page)) - ways.first_page
    if index < 0 and ways.page_zero in {"refused", "broken"}:
        raise Refusal(400 if ways.page_zero == "refused" else 500)
    offset = max(index, 0) * (size if ways.steps == "size given" else int(asked.get("size", 20)))
    there = [] if index < 0 and ways.page_zero == "empty" else rows[offset : offset + size]
    if not there and index > 0 and ways.behind != "empty":
        raise Refusal(404 if ways.behind == "not found" else 400)
    numbers: Record = {"size": size if ways.size == "told" else int(asked.get("size", 20))}
    if ways.number != "untold":
        numbers["number"] = max(index, 0) + (ways.first_page if ways.number == "as asked" else 0)
    if ways.totals != "untold":
        told = {"capped": min(len(rows), CAPPED), "of the page": len(there)}
        total = (told | {"one more": len(rows) + 1, "one less": len(rows) - 1}).get(ways.totals, len(rows))
        numbers |= {"totalElements": total, "totalPages": -(-total // size)}
    return {
        "bare": there,
        "full": {"content": there, **numbers, "numberOfElements": len(there)},
        "short": {"content": there, "page": numbers},
        "embedded": {"_embedded": {"list": there}, "page": numbers},
    }[ways.envelope]


def _size(ways: Habits, asked: Mapping[str, str]) -> int:
    size = int(asked.get("size", 20))
    if ways.fixed_size:
        return min(20, ways.largest)
    if ways.sizes == "round" and size not in ROUND:
        raise Refusal(400)
    if size > ways.largest and ways.beyond == "refused":
        raise Refusal(400)
    return size if size <= ways.largest else ways.largest if ways.beyond == "clamped" else min(20, ways.largest)
