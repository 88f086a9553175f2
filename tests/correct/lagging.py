"""Services whose lists lag behind what was written, or that show less of it."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from correct.desk import Desk
from correct.ledger_server import Handler
from nightaudit.correct.reader import Reader
from nightaudit.errors import AmbiguousWrite, ApiError, NotSent


class Behind:
    """Lists that lack an allocation in the first `readings` readings after it was made."""

    def __init__(self, patch: pytest.MonkeyPatch, readings: int) -> None:
        self.readings = readings
        self.seen: dict[int, int] = {}
        real = Handler.page

        def page(handler: Any, rows: list[dict[str, Any]], query: str) -> None:
            for row in rows:
                self.seen[row["id"]] = self.seen.get(row["id"], 0) + 1
            real(handler, [row for row in rows if self.seen[row["id"]] > self.readings], query)

        patch.setattr(Handler, "page", page)


def carried_out(desk: Desk, patch: pytest.MonkeyPatch, errors: dict[int, ApiError]) -> list[tuple[int | str, ...]]:
    """Have every write carried out, and raise an error in the place of the answers to those of these numbers.

    Returns the ids of the records that are written to, which grow with each write.
    """
    real, written = desk.client.write, list[tuple[int | str, ...]]()

    def write(operation: Any, *ids: int | str, **given: Any) -> Any:
        written.append(ids)
        number, answer = len(written), real(operation, *ids, **given)
        if number in errors:
            raise errors[number]
        return answer

    patch.setattr(desk.client, "write", write)
    return written


def turned_away(desk: Desk, patch: pytest.MonkeyPatch, status: int = 429) -> list[tuple[int | str, ...]]:
    """Have the first write carried out, and said to be turned away unread."""
    return carried_out(desk, patch, {1: NotSent("It was turned away unread and may be sent again.", status=status)})


def lose(desk: Desk, patch: pytest.MonkeyPatch, losses: Sequence[bool | None]) -> list[tuple[int | str, ...]]:
    """Lose the answers to the next writes, after the service acted (True) or before it could; None is one that is answered.

    Returns the ids of the records that are written to, which grow with each write.
    """
    real, left, written = desk.client.write, [*losses], list[tuple[int | str, ...]]()

    def write(operation: Any, *ids: int | str, **given: Any) -> Any:
        written.append(ids)
        acted = left.pop(0) if left else None
        answer = None if acted is False else real(operation, *ids, **given)
        if acted is None:
            return answer
        raise AmbiguousWrite("The connection broke.", method=operation.method, path=operation.path)

    patch.setattr(desk.client, "write", write)
    return written


class Late:
    """Writes whose answers are lost, to a service whose list lacks its last records: a real one in front of both."""

    def __init__(self, desk: Desk, patch: pytest.MonkeyPatch, lost: set[int], listed: str) -> None:
        self.lacks = 0
        self.sent = carried_out(desk, patch, {number: AmbiguousWrite("may have been carried out") for number in lost})
        whole = Reader.list

        def late(reader: Reader, operation: Any, *ids: int | str, **options: Any) -> Any:
            found = whole(reader, operation, *ids, **options)
            return found[: len(found) - self.lacks] if listed in operation.path and self.sent else found

        patch.setattr(Reader, "list", late)


def hide(patch: pytest.MonkeyPatch, *fields: str) -> None:
    """A service that does not show these fields of its records."""
    real = Handler.answer

    def shown(value: Any) -> Any:
        if isinstance(value, list):
            return [shown(item) for item in value]
        return {name: shown(cell) if name == "content" else cell for name, cell in value.items() if name not in fields}

    def answer(handler: Any, status: int, value: Any, headers: Any = None) -> None:
        real(handler, status, shown(value), headers)

    patch.setattr(Handler, "answer", answer)


class OlderCopy:
    """A machine of the service that lags: while `lags`, records and lists are as they were when they were first read."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.lags = False
        self.first: dict[tuple[Any, ...], Any] = {}
        for name in ("record", "list"):
            patch.setattr(Reader, name, self._older(getattr(Reader, name)))

    def _older(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def read(reader: Reader, operation: Any, *ids: int | str, **options: Any) -> Any:
            found = real(reader, operation, *ids, **options)
            first = self.first.setdefault((operation.name, *ids), copy.deepcopy(found))
            return first if self.lags else found

        return read
