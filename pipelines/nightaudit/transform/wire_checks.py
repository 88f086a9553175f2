"""Writes what finds the values that do not fit their types: a JSON structure that reads them as text, and macro calls.

The calls use the macros of `dbt/macros`, and compare each column of `<record>_fields` with the text beside it.
"""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

from nightaudit.client.records.record import is_record
from nightaudit.transform.wire_fields import ForeignKey, fields, leaves, nested

if TYPE_CHECKING:
    from nightaudit.client.records.record import Record


def text_struct(record: type[Record]) -> str:
    """Return the same structure for the values that may not fit their type, each read as text."""
    parts = []
    for wire, kind, many in fields(record).values():
        if is_record(kind):
            inner = text_struct(kind)
            if inner != "{}":
                parts.append(f'"{wire}":{f"[{inner}]" if many else inner}')
        elif kind is not str:
            parts.append(f'"{wire}":"VARCHAR"')
    return "{" + ",".join(parts) + "}"


def untyped(record: type[Record]) -> str:
    """Return the macro call for a list of {field, raw_value}: the fields, those in lists included, whose value does not fit."""
    has_dates = any(kind is datetime.date for inner in nested(record)[1:] for _, _, kind, _ in leaves(inner))
    return f"unread({_written(record)}{', dates=true' if has_dates else ''})"


def _written(record: type[Record], item: str = "", prefix: str = "", depth: int = 0) -> str:
    """Return the macro call for a list of all fields and their texts, those in lists included.

    The fields are those of a list item, or without `item` the columns of the record.
    """
    pad = "    " * (depth + 1)
    single, lists = [], []
    for ours, path, kind, many in leaves(record):
        read = f"read_of('{item}') ~ '{path}'" if item else _column(ours)
        text = f"text_beside('{item}') ~ '{path}'" if item else _text(path, kind)
        if many:
            inner = _written(kind, f"item{depth}", f"{prefix}{_plain(path)}.", depth + 1)
            lists.append(f"flatten_of({read}, {text}, 'item{depth}', {inner})")
        elif kind is not str:
            typed = _typed(kind, read) if item else read
            date_in_item = item and kind is datetime.date  # `unread` has the rules for dates once, not once per field
            single.append(f"{pad}    field_of('{prefix}{_plain(path)}', {text}{'' if date_in_item else f', {typed}'})")
    parts = ["list_of([\n" + ",\n".join(single) + f"\n{pad}])", *lists]
    return parts[0] if len(parts) == 1 else "all_of([" + ", ".join(parts) + "])"


def slips(record: type[Record]) -> str:
    """Return the macro call that is true where a field has a value that does not fit its type; cheap, as it builds no list."""
    parts = []
    for ours, path, kind, many in leaves(record):
        if many:
            are_read, are_written = (_count_present(kind, as_read=as_read) for as_read in (True, False))
            parts.append(f"slips_in({_column(ours)}, {_text(path, kind)}, 'item0', {are_read}, {are_written})")
        elif kind is not str:
            parts.append(f"slips({_column(ours)}, {_text(path, kind)})")
    return "any_of([\n        " + ",\n        ".join(parts) + "\n    ])"


def _count_present(record: type[Record], *, as_read: bool, depth: int = 0) -> str:
    """Return the macro call that counts the fields with a value in a list item, as read or as written, nested lists included."""
    item, pad = f"item{depth}", "    " * (depth + 2)
    single, lists = [], []
    for _, path, kind, many in leaves(record):
        place = f"'{item}{path}'"
        if many:
            inner = _count_present(kind, as_read=as_read, depth=depth + 1)
            lists.append(f" ~ ' + ' ~ sum_over({place}, 'item{depth + 1}', {inner})")
        elif kind is not str:
            single.append(f"is_read({_typed(kind, place)})" if as_read else f"is_written({place})")
    return f"count_of([\n{pad}    " + f",\n{pad}    ".join(single) + f"\n{pad}])" + "".join(lists)


def _column(ours: str) -> str:
    """Return the macro's argument for the column of a field."""
    return f"'\"{ours}\"'"


def _text(path: str, kind: Any) -> str:
    """Return the macro's argument for the text of a field; of the id of another record, null where it stands for none."""
    return f"reference_text('text{path}')" if kind is ForeignKey else f"'text{path}'"


def _plain(path: str) -> str:
    return path.replace('"', "").lstrip(".")


def _typed(kind: Any, place: str) -> str:
    """Return the macro's argument for the typed value of a field; dates and date-times are text until a macro converts them."""
    readers = {datetime.datetime: "moment", datetime.date: "date_in"}
    return f"{readers[kind]}({place})" if kind in readers else place
