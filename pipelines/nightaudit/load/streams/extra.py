"""Lists that some tenants have in addition to the documented ones; a load reads those that NIGHTAUDIT_EXTRA_LISTS names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pydantic.alias_generators import to_snake

from nightaudit import schemas
from nightaudit.client.operation import Get, Pages
from nightaudit.client.resources import RoomStays
from nightaudit.errors import ConfigurationError
from nightaudit.load.streams.stream import Stream
from nightaudit.load.streams.table import path_name, table_names

if TYPE_CHECKING:
    from collections.abc import Iterable

# The document names these areas. Their paths are not shown: we assume the style of all other paths.
AREAS = (
    "/companies",
    "/currencies",
    "/featuresFacilities",
    "/industries",
    "/issues",
    "/nationalities",
    "/products",
    "/referrers",
    "/regions",
)
_PATH = re.compile(r"/[A-Za-z][A-Za-z0-9]*(/[A-Za-z][A-Za-z0-9]*)*")


def _assumed(path: str) -> Stream:
    """Return a stream for a path that the document does not show: its list, and one record by id."""
    listing, one = Pages[Any](path), Get[Any](f"{path}/{{id}}")
    name = path_name(listing)
    listing.name, one.name = f"{name}.list", f"{name}.get"
    return Stream(name, listing, one)


KNOWN: dict[str, Stream] = {
    stream.name: stream for stream in (Stream("room_stays", RoomStays.list, RoomStays.get), *map(_assumed, AREAS))
}


def extra_streams(names: Iterable[str]) -> tuple[Stream, ...]:
    """Return the streams that NIGHTAUDIT_EXTRA_LISTS names, in its order, without duplicates.

    A name is one of KNOWN, in snake or camel case (`room_stays`, `roomStays`), or a path below /api/v3 that begins with a
    slash (`/promotions`). Raises ConfigurationError for any other name, and for a list that every load reads.
    """
    found: dict[str, Stream] = {}
    for name in names:
        stream = KNOWN.get(to_snake(name))
        if stream is None and _PATH.fullmatch(name):
            stream = _stream_at(name)
        if stream is None:
            raise ConfigurationError(
                f"NIGHTAUDIT_EXTRA_LISTS names {name}, which is not a known list.",
                hint=f"Known lists: {', '.join(KNOWN)}. Name any other list by its path, such as /promotions.",
            )
        found[stream.name] = stream
    return tuple(found.values())


def _stream_at(path: str) -> Stream:
    """Return the stream for a path. Raises ConfigurationError where a load already has a table of its name."""
    stream = _assumed(path)
    if stream.name in table_names():
        raise ConfigurationError(
            f"NIGHTAUDIT_EXTRA_LISTS names {path}, which every load reads anyway.", hint="Remove it from the setting."
        )
    if stream.name in schemas.NOTES:
        message = f"NIGHTAUDIT_EXTRA_LISTS names {path}, but loads use a table of that name for other data."
        raise ConfigurationError(message, hint="Remove it from the setting.")
    return KNOWN.get(stream.name, stream)
