"""The fields that the record dictionary (client/records) declares for each stream, by their wire names."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from nightaudit import client
from nightaudit.client.records.record import Stamped, is_record, kind_of, other_names
from nightaudit.client.resources import Bookings, RoomStays
from nightaudit.load import streams
from nightaudit.load.streams.extra import extra_streams
from nightaudit.load.streams.table import chosen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nightaudit.client.operation import Operation
    from nightaudit.client.records.record import Record
    from nightaudit.settings import Settings

Shape = Literal["value", "object", "list"]


def fingerprint(settings: Settings) -> str:
    """Return a fingerprint of what `dictionary` depends on: the source of client and streams, not imported, and a setting."""
    files = (client.__file__, streams.__file__, __file__)
    sources = [path for file in files for path in Path(file).parent.rglob("*.py")]
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(sources)))
    digest.update(str(settings.extra_lists).encode())
    return digest.hexdigest()


def dictionary(settings: Settings) -> dict[str, dict[str, Shape]]:
    """Return the declared fields of each stream, as paths such as `roomStays[].unit.id`, and the shape of each.

    Any record may have stamps, also one whose type does not declare them. Empty for a stream whose records are not declared.
    """
    found: dict[str, dict[str, Shape]] = {}
    for stream, operation in _operations(settings).items():
        records = [operation.record, Stamped] if is_record(operation.record) else []
        if operation.name == Bookings.list.name:  # the observed shape of its rows differs from the documented one
            records.append(RoomStays.list.record)
        found[stream] = dict(pair for record in records if is_record(record) for pair in _declared(record))
    return found


def _operations(settings: Settings) -> dict[str, Operation[Any]]:
    """Return the operation that reads each stream."""
    lists, children = chosen((), extra_streams(settings.extra_lists))
    return {stream.name: stream.list for stream in lists} | {child.name: child.operation for child in children}


def _declared(record: type[Record], path: str = "") -> Iterator[tuple[str, Shape]]:
    """Yield path and shape of each field of a record, and of the records in it, which is below `path`."""
    for name, field in record.model_fields.items():
        kind, is_list = kind_of(field.annotation)
        for wire in (f"{path}{one}" for one in (field.alias or name, *other_names(field))):
            yield wire, "list" if is_list else "object" if is_record(kind) else "value"
            if is_record(kind):
                yield from _declared(kind, f"{wire}{'[]' * is_list}.")
