"""Writes what finds the values that do not fit their types: a JSON structure that reads them as text, and macro calls.

The calls use the macros of `dbt/macros`, and compare each column of `<record>_fields` with the text beside it.
"""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

from nightaudit.client.records.record import is_record, other_names
from nightaudit.transform.wire_fields import ForeignKey, fields, leaves, nested

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nightaudit.client.records.record import Record


def text_struct(record: type[Record]) -> str:
    """Return the same structure for the values that may not fit their type, each read as text."""
    parts = []
    for name, (wire, kind, many) in fields(record).items():
        if is_record(kind):
            inner = text_struct(kind)
            if inner != "{}":
                parts.append(f'"{wire}":{f"[{inner}]" if many else inner}')
        elif kind is not str:
            parts += [f'"{one}":"VARCHAR"' for one in (wire, *other_names(record.model_fields[name]))]
    return "{" + ",".join(parts) + "}"


def untyped(record: type[Record]) -> str:
    """Return the macro call for a list of {field, raw_value}: the fields, those in lists included, whose value does not fit."""
    has_dates = any(leaf.kind is datetime.date for inner in nested(record)[1:] for leaf in leaves(inner))
    return f"unread({_written(record)}{', dates=true' if has_dates else ''})"


def _written(record: type[Record], item: str = "", prefix: str = "", depth: int = 0) -> str:
    """Return the macro call for a list of all fields and their texts, those in lists included.

    The fields are those of a list item, or without `item` the columns of the record.
    """
    pad = "    " * (depth + 1)
    single, lists = [], []
    for ours, paths, kind, many in leaves(record):
        field = prefix + paths[0].replace('"', "").lstrip(".")
        read = _first(f"read_of('{item}') ~ '{path}'" for path in paths) if item else _column(ours)
        text = _first(f"text_beside('{item}') ~ '{path}'" for path in paths) if item else _text(paths, kind)
        if many:
            inner = _written(kind, f"item{depth}", f"{field}.", depth + 1)
            lists.append(f"flatten_of({read}, {text}, 'item{depth}', {inner})")
        elif kind is not str:
            typed = _typed(kind, read) if item else read
            date_in_item = item and kind is datetime.date  # `unread` has the rules for dates once, not once per field
            single.append(f"{pad}    field_of('{field}', {text}{'' if date_in_item else f', {typed}'})")
    parts = ["list_of([\n" + ",\n".join(single) + f"\n{pad}])", *lists]
    return parts[0] if len(parts) == 1 else "all_of([" + ", ".join(parts) + "])"


def slips(record: type[Record]) -> str:
    """Return the macro call that is true where a field has a value that does not fit its type; cheap, as it builds no list."""
    parts = []
    for ours, paths, kind, many in leaves(record):
        if many:
            are_read, are_written = (_count_present(kind, as_read=as_read) for as_read in (True, False))
            parts.append(f"slips_in({_column(ours)}, {_text(paths, kind)}, 'item0', {are_read}, {are_written})")
        elif kind is not str:
            parts.append(f"slips({_column(ours)}, {_text(paths, kind)})")
    return "any_of([\n        " + ",\n        ".join(parts) + "\n    ])"


def _count_present(record: type[Record], *, as_read: bool, depth: int = 0) -> str:
    """Return the macro call that counts the fields with a value in a list item, as read or as written, nested lists included."""
    item, pad = f"item{depth}", "    " * (depth + 2)
    single, lists = [], []
    for _, paths, kind, many in leaves(record):
        place = _first(f"'{item}{path}'" for path in paths)
        if many:
            inner = _count_present(kind, as_read=as_read, depth=depth + 1)
            lists.append(f" ~ ' + ' ~ sum_over({place}, 'item{depth + 1}', {inner})")
        elif kind is not str:
            single.append(f"is_read({_typed(kind, place)})" if as_read else f"is_written({place})")
    return f"count_of([\n{pad}    " + f",\n{pad}    ".join(single) + f"\n{pad}])" + "".join(lists)


def _column(ours: str) -> str:
    """Return the macro's argument for the column of a field."""
    return f"'\"{ours}\"'"


def _text(paths: Iterable[str], kind: Any) -> str:
    """Return the macro's argument for the text of a field; of the id of another record, null where it stands for none."""
    text = _first(f"'text{path}'" for path in paths)
    return f"reference_text({text})" if kind is ForeignKey else text


def _first(places: Iterable[str]) -> str:
    """Return the macro's argument for the first of these places that has a value."""
    places = list(places)
    return places[0] if len(places) == 1 else f"first_of([{', '.join(places)}])"


def _typed(kind: Any, place: str) -> str:
    """Return the macro's argument for the typed value of a field; dates and date-times are text until a macro converts them."""
    readers = {datetime.datetime: "moment", datetime.date: "date_in"}
    return f"{readers[kind]}({place})" if kind in readers else place
