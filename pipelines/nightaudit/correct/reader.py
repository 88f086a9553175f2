"""Reads what corrections need from the service: single records, and complete lists."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from nightaudit.client import exact
from nightaudit.client.busy import Broken
from nightaudit.client.operation import API_PREFIX
from nightaudit.client.paging import largest_page
from nightaudit.client.records.record import as_declared
from nightaudit.correct.telling import AtTimes, silent
from nightaudit.correct.values import use_time_zone
from nightaudit.errors import NotFound, Refused, UnprovenWalk, UnreadableAnswer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from nightaudit.client.client import Client
    from nightaudit.client.operation import Operation
    from nightaudit.client.page import Page
    from nightaudit.correct.telling import Tell
    from nightaudit.correct.values import Json
    from nightaudit.errors import ApiError

    Pages = list[Page]

T = TypeVar("T")
Rows = list[dict[str, Any]]
TRIES = 4
UNSORTABLE = (400, 422)
"""Statuses with which services refuse to sort a list, beside 500."""


class Reader:
    """Reads through a client, and caches the answers until `forget`: a record that many rows are about is read once.

    answered_lists  paths of the unfiltered lists that the service has answered, here or when the plan was made; `forget` keeps
                    them
    tell            called at times with a line of text on how many pages of lists were read since `forget`
    """

    def __init__(self, client: Client, answered_lists: Iterable[str] = (), tell: Tell = silent) -> None:
        self.client = client
        use_time_zone(client.settings.time_zone)
        self.answered_lists = {*answered_lists}
        self._records: dict[tuple[Any, ...], Json] = {}
        self._lists: dict[tuple[Any, ...], Rows] = {}
        self._derived: dict[str, Any] = {}
        self._pages, self._tell_at_times = 0, AtTimes(tell)
        self._tell_at_times.begin()
        self._asked_with: dict[tuple[str, str], tuple[int, str | None]] = {}  # size and sort, by operation and key

    def forget(self) -> None:
        """Clear the cache, so that everything is read again."""
        self._records.clear()
        self._lists.clear()
        self._derived.clear()
        self._pages = 0
        self._tell_at_times.begin()

    def derived(self, name: str, compute: Callable[[], T]) -> T:
        """Return what `compute` makes of the lists, computed once until `forget`: each of many rows asks for it."""
        if name not in self._derived:
            self._derived[name] = compute()
        found: T = self._derived[name]
        return found

    def holds(self, name: str) -> bool:
        """Return whether `derived` has computed this since the last `forget`."""
        return name in self._derived

    def record(self, operation: Operation[Any], *ids: int | str) -> Json:
        """Return one record as received, unknown fields included, but as the record dictionary declares it.

        Raises the errors of Client.raw, and NotFound where the service answers with a record of another id.
        """
        key = (operation.name, *ids)
        if key not in self._records:
            found = as_declared(exact.decode(self.client.raw(operation, *ids)), operation.record)
            path, named = operation.url_path(*ids), found.get("id")
            if operation.path.endswith("}") and named is not None and str(named) != str(ids[-1]):
                raise NotFound(f"the service answered {path} with record {named}", method="GET", path=path)
            self._records[key] = found
        return self._records[key]

    def list(self, operation: Operation[Any], *ids: int | str, key: str = "id", **filters: Any) -> Rows:
        """Return every record of a list, each once by its field `key` ("" for rows without a key).

        The list is read again until no row came twice and the number of rows equals the last total. While it is read, it may
        grow at its end, as a list sorted by id does, but not shrink. Raises UnprovenWalk after TRIES readings, NotFound, and the
        client's other errors.
        """
        asked = (operation.name, *ids, *sorted(filters.items()))
        if asked not in self._lists:
            self._lists[asked] = self._read_complete(operation, ids, key, filters)
        return self._lists[asked]

    def list_if_there(self, operation: Operation[Any], *ids: int | str, **filters: Any) -> Rows | None:
        """Return a complete list, or None where the tenant does not have the list (404).

        Raises UnprovenWalk where the service answered the list before: its content is then unknown, not empty.
        """
        path = operation.url_path(*ids)
        try:
            found = self.list(operation, *ids, **filters)
        except NotFound as error:
            if path in self.answered_lists and not filters:
                message = f"{path} existed before, but is now answered with {error.status}."
                raise UnprovenWalk(message, method="GET", path=path, status=error.status) from None
            return None
        if not filters:  # some services answer 404 where a filter finds nothing
            self.answered_lists.add(path)
        return found

    def _read_complete(self, operation: Operation[Any], ids: tuple[int | str, ...], key: str, filters: Json) -> Rows:
        """Read a list until one reading is consistent, see `list`. Raises UnprovenWalk after TRIES readings."""
        for _ in range(TRIES):
            rows, pages = self._walk(operation, ids, key, filters)
            if _is_whole(rows, pages, key):
                return rows
        raise UnprovenWalk(
            f"{operation.path} changed while it was read, {TRIES} times.", method="GET", path=operation.path
        )

    def _walk(
        self, operation: Operation[Any], ids: tuple[int | str, ...], key: str, filters: Json
    ) -> tuple[Rows, Pages]:
        """Return the rows of one reading, and the pages that were answered: the first one, and all others with rows.

        A list that refuses to sort is read as it comes.
        """
        ask = partial(self.client.page, operation, *ids, **filters)
        kind = operation.name, key
        rows: Rows = []
        seen: set[Any] = set()
        pages: Pages = []

        def fetch(number: int, size: int) -> Page:
            self._tell_at_times(lambda: f"{self._pages} pages of lists read")
            self._pages += 1
            if kind in self._asked_with:
                limit, sort = self._asked_with[kind]
                page = ask(page=number, size=min(size, limit), sort=sort)
            else:
                sort = "id,asc" if key == "id" else None
                (page, sort), limit = largest_page(partial(_sorted_if_possible, ask, number, sort), size)
                self._asked_with[kind] = limit, sort
            if page.rows or not pages:
                pages.append(page)
            return replace(page, size=None)  # it may only repeat what was requested

        for page in self.client.pages(operation, fetch, size=self.client.settings.page_size):
            found = [_object(row, operation, key) for row in page.rows]
            keys = _keys(found, key)
            if rows and key and keys <= seen:
                break
            rows += found
            seen |= keys
        return rows, pages


def _sorted_if_possible(ask: Callable[..., Page], number: int, sort: str | None, size: int) -> tuple[Page, str | None]:
    """Return a page, and the sort with which it was answered: None where the service refuses to sort."""
    try:
        return ask(page=number, size=size, sort=sort), sort
    except (Refused, Broken) as error:
        if not sort or (isinstance(error, Refused) and error.status not in UNSORTABLE):
            raise
    return ask(page=number, size=size, sort=None), None


def _is_whole(rows: Rows, pages: Pages, key: str) -> bool:
    """Return whether the rows of one reading are the list: no row came twice, and the totals agree with them.

    Totals that count only their page, or only up to a limit that the rows exceed, say nothing about a list with a key.
    """
    totals = [page.total_elements for page in pages if page.total_elements is not None]
    if key and len(_keys(rows, key)) < len(rows):
        return False
    if key and all(page.total_elements == len(page.rows) for page in pages):
        return True
    only_grew = totals == sorted(totals)
    return only_grew and (totals[-1:] in ([], [len(rows)]) or (bool(key) and totals[-1] < len(rows)))


def _keys(rows: Rows, key: str) -> set[Any]:
    return {row.get(key) for row in rows}


def _object(text: bytes, operation: Operation[Any], key: str) -> Json:
    """Return a row of a list as a JSON object. Raises UnreadableAnswer for another value, and for one without the key "id"."""
    row = exact.decode(text)
    if not isinstance(row, dict):
        raise UnreadableAnswer(
            f"{operation.path} contains something that is not a record.", method="GET", path=operation.path
        )
    if key == "id" and not isinstance(row.get(key), int | str | Decimal):
        raise UnreadableAnswer(f"{operation.path} contains a record without an id.", method="GET", path=operation.path)
    return as_declared(row, operation.record)


def gone(target: str, error: ApiError) -> str:
    """Return why there is no record to write to: the `target`, or another one that is read with it, is missing or barred."""
    if not isinstance(error, NotFound) or error.status is None:
        return error.message
    return f"{error.path.partition(f'{API_PREFIX}/')[2] or target} does not exist"
