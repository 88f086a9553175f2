"""The fields that the record dictionary (client/records) declares for each stream, by their wire names."""

from __future__ import annotations

import hashlib
import types
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Union, get_args, get_origin

from nightaudit import client
from nightaudit.client.records.record import Record
from nightaudit.client.resources import Bookings, RoomStays
from nightaudit.load.streams.extra import extra_streams
from nightaudit.load.streams.table import chosen

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from nightaudit.client.operation import Operation
    from nightaudit.settings import Settings


def is_declared(field: str, declared: dict[str, bool]) -> bool:
    """Return whether a field is declared, or lies below a field whose own fields are not declared.

    declared  the fields of a stream, as `dictionary` returns them
    """
    if field in declared:
        return True
    parts = field.split(".")
    ancestors = (".".join(parts[:length]).removesuffix("[]") for length in range(len(parts) - 1, 0, -1))
    return any(declared.get(ancestor) is False for ancestor in ancestors)


def streams_of(settings: Settings) -> list[str]:
    """Return the names of all streams, child lists and the tenant's own lists included."""
    return [*_operations(settings)]


def fingerprint(settings: Settings) -> str:
    """Return a fingerprint of what `dictionary` depends on: the source of client and streams, not imported, and a setting."""
    sources = [*Path(client.__file__).parent.rglob("*.py"), *Path(__file__).parent.glob("*.py")]
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(sources)))
    digest.update(str(settings.extra_lists).encode())
    return digest.hexdigest()


def dictionary(settings: Settings) -> dict[str, dict[str, bool]]:
    """Return the declared fields of each stream; no fields for a stream whose records are not declared.

    A field is a path such as `roomStays[].unit.id`. Its value is False where the record declares it without its own fields.
    """
    found = {}
    for stream, operation in _operations(settings).items():
        found[stream] = dict(_declared([operation.record], ""))
        if operation.name == Bookings.list.name:  # the observed shape of its rows differs from the documented one
            found[stream] |= dict(_declared([RoomStays.list.record], ""))
    return found


def _operations(settings: Settings) -> dict[str, Operation[Any]]:
    """Return the operation that reads each stream."""
    streams, children = chosen((), extra_streams(settings.extra_lists))
    return {stream.name: stream.list for stream in streams} | {child.name: child.operation for child in children}


def _declared(kinds: Iterable[Any], path: str) -> Iterator[tuple[str, bool]]:
    """Yield each declared field of these types, and whether its own fields are declared, too."""
    for kind in kinds:
        if not (isinstance(kind, type) and issubclass(kind, Record)):
            continue
        for name, field in kind.model_fields.items():
            wire = f"{path}.{field.alias or name}" if path else field.alias or name
            several, below = _below(field.annotation)
            records = [one for one in below if isinstance(one, type) and issubclass(one, Record)]
            yield wire, bool(records) or Any not in below
            yield from _declared(records, wire + "[]" * several)


def _below(annotation: Any) -> tuple[bool, list[Any]]:
    """Return whether a field is a list, and the types that the field, or an item of the list, may have."""
    origin = get_origin(annotation)
    if origin is Annotated:
        return _below(get_args(annotation)[0])
    if origin in {Union, types.UnionType}:
        parts = [_below(one) for one in get_args(annotation)]
        return any(several for several, _ in parts), [kind for _, kinds in parts for kind in kinds]
    if origin is dict:
        return False, [Any]
    if origin is list:
        return True, _below(get_args(annotation)[0])[1]
    return False, [annotation]
