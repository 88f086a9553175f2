"""Lists the fields that staging reads of a record: on the wire, under our names, with their types in DuckDB."""

from __future__ import annotations

import datetime
from decimal import Decimal
from typing import Any, NamedTuple, NewType

from nightaudit.client.records.record import Record, is_record, kind_of, other_names
from nightaudit.transform.staged import FACTORS, OWN_IDS, UNREAD

Factor = NewType("Factor", Decimal)
TYPES: dict[object, str] = {
    int: "BIGINT",
    Decimal: "DECIMAL(17,4)",  # the digits as written; marts round to two. Larger amounts: see `with_texts`
    Factor: "DECIMAL(19,6)",  # the same amounts, see `FACTORS`
    float: "DOUBLE",
    str: "VARCHAR",
    bool: "BOOLEAN",
    datetime.date: "VARCHAR",  # may be written as a date-time: see `wire_checks`
    datetime.datetime: "VARCHAR",  # without an offset the date is local: see `wire`
}


class ForeignKey(int):
    """The type of a leaf that is the id of another record; services write 0 or -1 where there is none."""


class Leaf(NamedTuple):
    """A field that staging reads: a value, or a list of them.

    ours   its name among ours, `outer__inner` inside an object
    paths  its quoted paths on the wire, one for each of its names
    kind   its type, of a list that of its items; `ForeignKey` for the id of another record
    many   whether it is a list
    """

    ours: str
    paths: tuple[str, ...]
    kind: Any
    many: bool


def fields(record: type[Record]) -> dict[str, tuple[str, Any, bool]]:
    """Return by attribute, of those that staging reads: wire name, type inside `Optional` and list, and whether it is a list."""
    unread = UNREAD.get(record, "").split()
    read = {name: field for name, field in record.model_fields.items() if name not in unread}
    factors = FACTORS.get(record, "").split()
    typed = {name: (Factor, False) if name in factors else kind_of(field.annotation) for name, field in read.items()}
    return {name: (field.alias or name, *typed[name]) for name, field in read.items()}


def leaves(record: type[Record], ours: str = "", wire: str = "") -> list[Leaf]:
    """Return the fields of a record, and of the objects in it."""
    found = []
    for name, (key, kind, many) in fields(record).items():
        if is_record(kind) and not many:
            found += leaves(kind, f"{ours}{name}__", f'{wire}."{key}"')
        else:
            is_reference = kind is int and f"{ours}{name}".endswith("_id") and name != OWN_IDS.get(record)
            paths = tuple(f'{wire}."{one}"' for one in (key, *other_names(record.model_fields[name])))
            found.append(Leaf(f"{ours}{name}", paths, ForeignKey if is_reference else kind, many))
    return found


def nested(record: type[Record]) -> list[type[Record]]:
    """Return the record and, at any depth, the records of its lists."""
    inner = [leaf.kind for leaf in leaves(record) if leaf.many]
    return [record, *(deeper for kind in inner for deeper in nested(kind))]
