"""Lists that some tenants have beside the documented ones, read when NIGHTAUDIT_EXTRA_LISTS names them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pydantic.alias_generators import to_snake

from nightaudit import schemas
from nightaudit.client.operation import Get, Pages
from nightaudit.client.records.record import Record
from nightaudit.client.resources import RoomStays
from nightaudit.errors import ConfigurationError
from nightaudit.load.streams.stream import Stream
from nightaudit.load.streams.table import path_name, table_names

if TYPE_CHECKING:
    from collections.abc import Iterable

# The document names these areas; their paths are not shown and assumed in the style of all others.
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
    """A list and its single records at a path of which nothing is shown."""
    listing, one = Pages[Record](path), Get[Record](f"{path}/{{id}}")
    name = path_name(listing)
    listing.name, one.name = f"{name}.list", f"{name}.get"
    return Stream(name, listing, one)


KNOWN: dict[str, Stream] = {
    stream.name: stream for stream in (Stream("room_stays", RoomStays.list, RoomStays.get), *map(_assumed, AREAS))
}


def extra_streams(names: Iterable[str]) -> tuple[Stream, ...]:
    """The streams that the setting names, in its order, each once.

    A name is one of KNOWN, in snake or camel case (`room_stays`, `roomStays`), or a path below /api/v3 that begins with a
    slash (`/promotions`). Raises ConfigurationError for any other, and for a list that is loaded anyway.
    """
    found: dict[str, Stream] = {}
    for name in names:
        stream = KNOWN.get(to_snake(name))
        if stream is None and _PATH.fullmatch(name):
            stream = _at(name)
        if stream is None:
            raise ConfigurationError(
                f"NIGHTAUDIT_EXTRA_LISTS names {name}, which is no list we know.",
                hint=f"There are {', '.join(KNOWN)}; any other list is named by its path, such as /promotions.",
            )
        found[stream.name] = stream
    return tuple(found.values())


def _at(path: str) -> Stream:
    stream = _assumed(path)
    if stream.name in table_names():
        raise ConfigurationError(f"NIGHTAUDIT_EXTRA_LISTS names {path}, which every load reads.", hint="Leave it out.")
    if stream.name in schemas.NOTES:
        message = f"NIGHTAUDIT_EXTRA_LISTS names {path}, and loads keep notes of their own in a table of that name."
        raise ConfigurationError(message, hint="Leave it out.")
    return KNOWN.get(stream.name, stream)
