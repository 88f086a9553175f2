"""What corrections read from the service: single records, and lists read whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nightaudit.client import exact
from nightaudit.client.page import every_page
from nightaudit.errors import NotFound, UnprovenWalk

if TYPE_CHECKING:
    from nightaudit.client.client import Client
    from nightaudit.client.operation import Operation
    from nightaudit.client.page import Page
    from nightaudit.correct.values import Json

Rows = list[dict[str, Any]]
TRIES = 4


class Reader:
    """Reads through a client; remembers answers until `forget`, so that a plan of many rows on one record reads it once."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self._records: dict[tuple[Any, ...], Json] = {}
        self._lists: dict[tuple[Any, ...], Rows] = {}

    def forget(self) -> None:
        """Read everything again from here on."""
        self._records.clear()
        self._lists.clear()

    def record(self, operation: Operation[Any], *ids: int | str) -> Json:
        """One record as it came, unknown fields kept. Raises NotFound and the errors of Client.raw."""
        key = (operation.name, *ids)
        if key not in self._records:
            self._records[key] = exact.decode(self.client.raw(operation, *ids))
        return self._records[key]

    def list(self, operation: Operation[Any], *ids: int | str, key: str = "id", **filters: Any) -> Rows:
        """Every record of a list, each once by its `key` ("" for rows without one).

        Read again until the rows agree with the totals told; raises UnprovenWalk after some tries, NotFound, and the
        client's other errors.
        """
        asked = (operation.name, *ids, *sorted(filters.items()))
        if asked not in self._lists:
            self._lists[asked] = self._whole(operation, ids, key, filters)
        return self._lists[asked]

    def list_if_there(self, operation: Operation[Any], *ids: int | str, **filters: Any) -> Rows | None:
        """A whole list, or None where this tenant does not have it (404)."""
        try:
            return self.list(operation, *ids, **filters)
        except NotFound:
            return None

    def _whole(self, operation: Operation[Any], ids: tuple[int | str, ...], key: str, filters: Json) -> Rows:
        size = self.client.settings.page_size

        def fetch(number: int) -> Page:
            return self.client.page(
                operation, *ids, page=number, size=size, sort="id,asc" if key == "id" else None, **filters
            )

        for _ in range(TRIES):
            rows: Rows = []
            totals: set[int | None] = set()
            for page in every_page(fetch, first=0, size=size):
                rows += [exact.decode(row) for row in page.rows]
                totals.add(page.total_elements)
            distinct = list({row.get(key): row for row in rows}.values()) if key else rows
            if totals <= {None, len(distinct)} and len(distinct) == len(rows):
                return distinct
        raise UnprovenWalk(
            f"{operation.path} changed while it was read, {TRIES} times over.", method="GET", path=operation.path
        )
