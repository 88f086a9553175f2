"""Extracts keys and statuses from a page that was parsed into columns: the same as row by row, in a fraction of the time."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nightaudit.client.page import Page
    from nightaudit.load.pages.window import Key

_STATUSES = ("status", "roomStayStatus")


class Facts(NamedTuple):
    """The keys of rows, whether the rows are room stays, and the statuses that each row shows."""

    keys: list[Key]
    are_stays: bool
    statuses: list[frozenset[str]]


def columns_of(page: Page) -> pa.StructArray | None:
    """Return the rows of a page as columns; None where the answer was not parsed into columns, or a row is null."""
    if page.answer is None or not page.rows:
        return None
    lists = page.answer.column({"bare": "", "embedded": "_embedded"}.get(page.envelope, "content")).chunk(0)
    if page.envelope == "embedded":
        lists = lists.field(0)
    rows = lists.values  # `flatten` would import all of pyarrow's functions
    are_records = pa.types.is_struct(rows.type) and len(rows) == len(page.rows) and not rows.null_count
    return rows if are_records else None


def facts_of(rows: pa.StructArray, *, are_stays: bool | None) -> Facts | None:
    """Return what `key_of`, `record_key` and `statuses_of` would return for these rows.

    are_stays  whether the rows are room stays; None to find out from their columns

    Return None where only some rows are room stays, a key is not a 64-bit number or a text, a status is not a text, or a stay is
    null.
    """
    if are_stays is None:
        are_stays = _are_stays(rows)
    keys = _column(rows, "roomStayId" if are_stays else "id")
    if are_stays is None or keys is None or keys.null_count or keys.type not in {pa.int64(), pa.string()}:
        return None
    statuses = [column for name in _STATUSES if (column := _column(rows, name)) is not None]
    groups: list[Iterable[tuple[str | None, ...]]] = [zip(column.to_pylist(), strict=True) for column in statuses]
    stays = _column(rows, "roomStays")
    if stays is not None:
        if not (pa.types.is_list(stays.type) and pa.types.is_struct(stays.type.value_type)) or _has_nulls(stays):
            return None
        within = [column for name in _STATUSES if (column := _column(stays.values, name)) is not None]
        groups += [map(tuple, stays.from_arrays(stays.offsets, column).to_pylist()) for column in within]
        statuses += within
    if any(column.type != pa.string() for column in statuses):
        return None
    return Facts(keys.to_pylist(), are_stays, [*map(_set, *groups)] if groups else [frozenset()] * len(rows))


def _are_stays(rows: pa.StructArray) -> bool | None:
    """Return whether these rows are room stays; None where only some of them may be."""
    ids, stays, statuses = (_column(rows, name) for name in ("id", "roomStayId", "roomStayStatus"))
    if stays is None or (statuses is None and ids is not None):
        return False
    all_are = ids is None or (statuses is not None and not statuses.null_count)
    return True if all_are and rows.type.get_field_index("roomStays") < 0 else None


def _has_nulls(lists: pa.ListArray) -> bool:
    """Return whether an item of a list is null. pyarrow counts those before the first object in the offsets, and drops them."""
    return bool(lists.values.null_count or lists.offsets[-1].as_py() != len(lists.values))


def _column(rows: pa.StructArray, name: str) -> pa.Array | None:
    """Return a column of these rows; None where it does not exist or holds only nulls."""
    place = rows.type.get_field_index(name)
    column = None if place < 0 else rows.field(place)
    return None if column is None or pa.types.is_null(column.type) else column


@lru_cache(maxsize=1024)  # few combinations of statuses occur
def _set(*statuses: tuple[str | None, ...]) -> frozenset[str]:
    return frozenset(filter(None, chain.from_iterable(statuses)))
