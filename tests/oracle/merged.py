"""Merges several portfolios into one by shifting every id, so that one build of the marts serves all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from oracle.model import Json

ROOM = 1_000_000  # ids of one portfolio stay below


def merged(portfolios: Iterable[Iterable[tuple[str, Json]]]) -> Iterator[tuple[str, Json]]:
    """The records of all portfolios; in portfolio n, ids are raised by n million, and booking references end in `-n`."""
    for number, records in enumerate(portfolios):
        for collection, record in records:
            yield collection, _moved(record, number)


def _moved(value: Any, number: int, name: str = "") -> Any:
    if isinstance(value, dict):
        return {key: _moved(item, number, key) for key, item in value.items()}
    if isinstance(value, list):
        return [_moved(item, number, name) for item in value]
    if (
        isinstance(value, int)
        and not isinstance(value, bool)
        and (name in {"id", "salesInvoices"} or name[-2:] == "Id")
    ):
        return value + number * ROOM
    return f"{value}-{number}" if name == "bookingReference" and value else value
