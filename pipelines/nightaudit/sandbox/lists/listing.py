"""Answers a page of a list: reads filters, order and page numbers from the query, and JSON text from the store."""

from __future__ import annotations

import functools
import re
import threading
from array import array
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from nightaudit.client.records.bookings import BookingRow
from nightaudit.client.records.record import Stamped, is_record, kind_of
from nightaudit.client.resources import Bookings
from nightaudit.sandbox.lists.envelopes import PageRequest, envelope
from nightaudit.sandbox.lists.filters import FILTERS, conditions
from nightaudit.sandbox.lists.short_rows import shortened
from nightaudit.sandbox.options import DEFAULT_PAGE_SIZE
from nightaudit.sandbox.problem import invalid
from nightaudit.sandbox.store.tables import PARENT_FIELDS, column, shown
from nightaudit.sandbox.wire import decode, encode

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from nightaudit.client.operation import Operation
    from nightaudit.sandbox.options import SandboxOptions
    from nightaudit.sandbox.store.records import Records
    from nightaudit.sandbox.wire import Json

_PATH = re.compile(r"^[A-Za-z][A-Za-z0-9.]*$")
_KEPT_LISTS = 64
_FARTHEST = 2**31 - 1
# An order that looks arbitrary, but is the same for every page.
_NO_ORDER = "(id * 2654435761) % 4294967296, id"


def record_of(operation: Operation[Any], dialect: str) -> Any:
    """Return the record type of the rows of a list in a dialect."""
    return BookingRow if operation == Bookings.list and dialect == "observed" else operation.record


def sort_fields(operation: Operation[Any], dialect: str) -> list[str]:
    """Return the names a list can be sorted by: the fields of its records, `id`, and the stamps that any record may have.

    Also by a field of a record inside them, as in `unit.name`.
    """
    kind = record_of(operation, dialect)
    names = {field.alias or name for model in (kind, Stamped) for name, field in model.model_fields.items()}
    return sorted(names | {"id"})


def is_inside(kind: Any, path: str) -> bool:
    """Return whether a path leads to a field of a record inside a record of this type, through records and no lists."""
    outer, *inner = path.split(".")
    declared = {field.alias or name: kind_of(field.annotation) for name, field in kind.model_fields.items()}
    below, is_list = declared.get(outer, (None, True))
    if not inner:
        return outer in declared
    return is_record(below) and not is_list and is_inside(below, ".".join(inner))


def page_request(query: Mapping[str, list[str]], operation: Operation[Any], options: SandboxOptions) -> PageRequest:
    """Read page, size and sort. A size above the limit is clamped (the limit is not shown); raises Problem 400."""
    number = max(_whole_number("page", query, options.page_base, least=0) - options.page_base, 0)
    size = min(_whole_number("size", query, DEFAULT_PAGE_SIZE, least=1), options.max_page_size)
    sorts = [_field_and_direction(text) for text in query.get("sort", [])]
    known = sort_fields(operation, options.dialect) if sorts else ()
    kind = record_of(operation, options.dialect)
    unknown = next((path for path, _ in sorts if path not in known and not is_inside(kind, path)), None)
    if unknown is not None:
        raise invalid("sort", f"The list cannot be sorted by {unknown}; it can be sorted by: {', '.join(known)}.")
    return PageRequest(number, size, () if options.no_sort else tuple(sorts))


def _whole_number(name: str, query: Mapping[str, list[str]], default: int, *, least: int) -> int:
    if name not in query:
        return default
    text = query[name][-1]
    if not (text.isascii() and text.isdigit()) or int(text[:30]) < least:
        raise invalid(name, f"{text[:40]!r} is not a whole number of {least} or more.")
    return min(int(text[:30]), _FARTHEST)


def _field_and_direction(text: str) -> tuple[str, str]:
    path, _, direction = text.partition(",")
    if not _PATH.match(path) or direction.lower() not in {"", "asc", "desc"}:
        raise invalid("sort", f"{text!r} is not <field>,<asc|desc>.")
    return path, "DESC" if direction.lower() == "desc" else "ASC"


def in_order(rows: Sequence[Any], sorts: Sequence[tuple[str, str]]) -> list[Any]:
    """Sort rows by the values at these wire paths, the first path being the most significant.

    As in SQLite, None comes first, then numbers, then texts.
    """
    ordered = list(rows)
    for path, direction in reversed(sorts):
        ordered.sort(key=functools.partial(_value_at, path.split(".")), reverse=direction == "DESC")
    return ordered


def _value_at(names: Sequence[str], row: Any) -> tuple[bool, bool, Any]:
    value = functools.reduce(lambda record, name: record.get(name) if isinstance(record, dict) else None, names, row)
    value = encode(value).decode() if isinstance(value, dict | list) else value
    return value is not None, isinstance(value, str), value


class Lists:
    """Answers lists. Caches the ids that a query selects until the next write, so that every page costs the same."""

    def __init__(self, options: SandboxOptions) -> None:
        self._options = options
        self._kept: OrderedDict[tuple[Any, ...], array[int] | None] = OrderedDict()
        self._lock = threading.Lock()

    def answer(
        self,
        records: Records,
        collection: str,
        query: Mapping[str, list[str]],
        condition: str = "",
        values: Sequence[object] = (),
        *,
        operation: Operation[Any],
        show: Callable[[Json], Json] | None = None,
    ) -> bytes:
        """Return the requested page of a collection; raises Problem 400.

        The filters are those that the operation declares; `condition` with its `values` limits the list further, and
        `show` converts each record to what the list shows.
        """
        asked = page_request(query, operation, self._options)
        where, parameters = conditions(FILTERS.get(collection, {}), operation.filters, query)
        if condition:
            where, parameters = [f"({condition})", *where], [*values, *parameters]
        if records.sql.execute("SELECT 1 FROM hidden WHERE collection = ? LIMIT 1", (collection,)).fetchone():
            where.append("id NOT IN (SELECT id FROM hidden WHERE collection = ?)")
            parameters.append(collection)
        matched = f'FROM "{collection}" WHERE {" AND ".join(where) or "1"}'
        # Each once: clients repeat a sort, and SQLite takes no more than 2,000 terms.
        terms = dict.fromkeys(f"{column(collection, path)} {direction}" for path, direction in asked.sorts)
        order = _NO_ORDER if self._options.no_sort else ", ".join([*terms, "id"])
        ids, total = self._window(records, matched, order, parameters, asked, at_once=bool(where))
        rows = records.texts(collection, ids)
        show = functools.partial(shown, operation) if operation.record in PARENT_FIELDS else show
        if self._options.short_rows:
            show = shortened(operation) or show
        rows = [encode(show(decode(row))) for row in rows] if show else rows
        return envelope(rows, asked, total, self._options)

    def of(self, rows: Sequence[object], query: Mapping[str, list[str]], operation: Operation[Any]) -> bytes:
        """Return the requested page of computed rows, in the order given unless the query has a sort; raises Problem 400."""
        asked = page_request(query, operation, self._options)
        rows = in_order(rows, asked.sorts)
        window = rows[asked.number * asked.size : (asked.number + 1) * asked.size]
        return envelope([encode(row) for row in window], asked, len(rows), self._options)

    def _window(
        self, records: Records, matched: str, order: str, parameters: list[object], asked: PageRequest, *, at_once: bool
    ) -> tuple[list[int], int]:
        """Return the ids of the page, and how many ids the query selects.

        With `at_once` (a filtered list) all ids are read and cached on the first request, because finding one page costs as
        much. The ids of a complete collection are cached only on the second request between two writes, so that reading a page
        while others write does not read the complete collection each time.
        """
        key = (records.version, matched, order, *parameters)
        start = asked.number * asked.size
        with self._lock:
            is_known, ids = key in self._kept, self._kept.get(key)
            self._keep(key, ids)
        if ids is None and not (is_known or at_once):
            total = records.sql.execute(f"SELECT count(*) {matched}", parameters).fetchone()[0]
            window = f"SELECT id {matched} ORDER BY {order} LIMIT ? OFFSET ?"
            return [row[0] for row in records.sql.execute(window, [*parameters, asked.size, start])], total
        if ids is None:
            found = records.sql.execute(f"SELECT id {matched} ORDER BY {order}", parameters)
            ids = array("q", (row[0] for row in found))
            with self._lock:
                self._keep(key, ids)
        return ids[start : start + asked.size].tolist(), len(ids)

    def _keep(self, key: tuple[Any, ...], ids: array[int] | None) -> None:
        self._kept[key] = ids
        self._kept.move_to_end(key)
        while len(self._kept) > _KEPT_LISTS:
            self._kept.popitem(last=False)
