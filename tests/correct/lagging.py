"""Services whose lists lag behind what was written, or that show less of it."""

from __future__ import annotations

from typing import Any

import pytest

from correct.desk import Desk
from correct.ledger_server import Handler
from nightaudit.correct.reader import Reader
from nightaudit.errors import AmbiguousWrite


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


class Late:
    """Writes whose answers are lost, to a service whose list lacks its last records: a real one in front of both."""

    def __init__(self, desk: Desk, patch: pytest.MonkeyPatch, lost: set[int], listed: str) -> None:
        self.lacks = 0
        self.sent: list[Any] = []
        write, whole = desk.client.write, Reader.list

        def lossy(operation: Any, *ids: int | str, body: Any = None, **filters: object) -> Any:
            self.sent.append(body)
            number = len(self.sent)
            answer = write(operation, *ids, body=body, **filters)
            if number in lost:
                raise AmbiguousWrite("may have been carried out")
            return answer

        def late(reader: Reader, operation: Any, *ids: int | str, **options: Any) -> Any:
            found = whole(reader, operation, *ids, **options)
            return found[: len(found) - self.lacks] if listed in operation.path and self.sent else found

        patch.setattr(desk.client, "write", lossy)
        patch.setattr(Reader, "list", late)


def hide(patch: pytest.MonkeyPatch, *fields: str) -> None:
    """A service that does not show these fields of its invoices."""
    real = Handler.answer

    def answer(handler: Any, status: int, value: Any, headers: Any = None) -> None:
        real(handler, status, {name: cell for name, cell in value.items() if name not in fields}, headers)

    patch.setattr(Handler, "answer", answer)
