"""What corrections read from the service: single records, and lists read whole."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from nightaudit.client import exact
from nightaudit.client.page import Page, every_page
from nightaudit.errors import Forbidden, NotFound, Refused, UnprovenWalk, UnreadableAnswer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nightaudit.client.client import Client
    from nightaudit.client.operation import Operation
    from nightaudit.correct.values import Json

Rows = list[dict[str, Any]]
Totals = list[int]
TRIES = 4
SMALLEST_CAP = 10  # a list without totals may hide that its pages are capped; below this many rows none is


class Reader:
    """Reads through a client; remembers answers until `forget`, so that a plan of many rows on one record reads it once.

    there  paths of the whole lists that were answered so far, here or where the plan was made; never forgotten
    """

    def __init__(self, client: Client, there: Iterable[str] = ()) -> None:
        self.client = client
        self.there = {*there}
        self._records: dict[tuple[Any, ...], Json] = {}
        self._lists: dict[tuple[Any, ...], Rows] = {}

    def forget(self) -> None:
        """Read everything again from here on."""
        self._records.clear()
        self._lists.clear()

    def record(self, operation: Operation[Any], *ids: int | str) -> Json:
        """One record as it came, unknown fields kept. Raises as Client.raw, NotFound for another record, too."""
        key = (operation.name, *ids)
        if key not in self._records:
            found = exact.decode(self.client.raw(operation, *ids))
            path, named = operation.url_path(*ids), found.get("id")
            if operation.path.endswith("}") and named is not None and str(named) != str(ids[-1]):
                raise NotFound(f"{path} was answered with record {named}", method="GET", path=path)
            self._records[key] = found
        return self._records[key]

    def list(self, operation: Operation[Any], *ids: int | str, key: str = "id", **filters: Any) -> Rows:
        """Every record of a list, each once by its `key` ("" for rows without one).

        Read again until no row came twice and their number is the total told last: a list may grow at its end meanwhile, as
        it does by id, but not shrink. Raises UnprovenWalk after some tries, NotFound, and the client's other errors.
        """
        asked = (operation.name, *ids, *sorted(filters.items()))
        if asked not in self._lists:
            self._lists[asked] = self._whole(operation, ids, key, filters)
        return self._lists[asked]

    def list_if_there(self, operation: Operation[Any], *ids: int | str, **filters: Any) -> Rows | None:
        """A whole list, or None where this tenant does not have it (404).

        Raises UnprovenWalk for one that was there before: what it holds is then not known.
        """
        path = operation.url_path(*ids)
        try:
            found = self.list(operation, *ids, **filters)
        except NotFound as error:
            if path in self.there and not filters:
                message = f"{path} was there before and is answered with {error.status} now."
                raise UnprovenWalk(message, method="GET", path=path, status=error.status) from None
            return None
        if not filters:  # some services answer 404 where a filter finds nothing
            self.there.add(path)
        return found

    def _whole(self, operation: Operation[Any], ids: tuple[int | str, ...], key: str, filters: Json) -> Rows:
        for _ in range(TRIES):
            rows, totals = self._walk(operation, ids, key, filters)
            only_grew = totals == sorted(totals) and totals[-1:] in ([], [len(rows)])
            if only_grew and (not key or len(_keys(rows, key)) == len(rows)):
                return rows
        raise UnprovenWalk(
            f"{operation.path} changed while it was read, {TRIES} times over.", method="GET", path=operation.path
        )

    def _walk(
        self, operation: Operation[Any], ids: tuple[int | str, ...], key: str, filters: Json
    ) -> tuple[Rows, Totals]:
        """Rows, and the totals told from page to page.

        A list without totals has ended when a page brings nothing new, not when one is short: its pages may be capped, and
        whether the next one begins after the rows that came or after those asked for is not shown. Asked for as many as
        came, both are the same.
        """
        asked = size = self.client.settings.page_size
        rows: Rows = []
        totals: Totals = []

        def fetch(number: int) -> Page:
            nonlocal size
            sort = "id,asc" if key == "id" else None
            try:
                page = self.client.page(operation, *ids, page=number, size=size, sort=sort, **filters)
            except Refused as error:
                if not rows or isinstance(error, Forbidden):
                    raise
                return Page((), "bare")  # some services refuse the page behind the last one
            if page.total_elements is not None:
                totals.append(page.total_elements)
                return page
            if not rows:
                size = min(asked, len(page.rows) or asked)
            return replace(page, size=None, total_pages=None)  # they may be those asked for

        for page in every_page(fetch, first=0, size=min(asked, SMALLEST_CAP)):
            found = [_object(row, operation, key) for row in page.rows]
            if page.total_elements is None and rows and key and _keys(found, key) <= _keys(rows, key):
                break
            rows += found
        return rows, totals


def _keys(rows: Rows, key: str) -> set[Any]:
    return {row.get(key) for row in rows}


def _object(text: bytes, operation: Operation[Any], key: str) -> Json:
    row = exact.decode(text)
    if not isinstance(row, dict):
        raise UnreadableAnswer(f"{operation.path} lists what is no record.", method="GET", path=operation.path)
    if key == "id" and not isinstance(row.get(key), int | str | Decimal):
        raise UnreadableAnswer(f"{operation.path} lists a record without an id.", method="GET", path=operation.path)
    return row


def gone(target: str, error: NotFound) -> str:
    """Why there is no record to write to."""
    return error.message if error.status is None else f"{target} does not exist"
